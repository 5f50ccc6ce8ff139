"""Drawing of grids and tasks: one module a medium (terminal, svg, png, html)."""
