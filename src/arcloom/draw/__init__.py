"""Drawing for terminal, SVG, PNG and HTML. It takes plain arrays and knows no Task or Program."""
