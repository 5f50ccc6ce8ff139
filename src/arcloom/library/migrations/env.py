"""What alembic runs: the migrations, in the transaction of whoever opens the library."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    render_as_batch=True,  # SQLite can alter little of a table in place
)
context.run_migrations()
