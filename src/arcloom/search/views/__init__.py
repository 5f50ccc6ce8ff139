"""Views: the other strategies on a task that is turned, recoloured or reframed first."""
