"""Views: runs the other strategies on a task that was first turned, recoloured or reframed."""
