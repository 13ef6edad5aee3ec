"""What the server answers over plain HTTP: players, tables, records, health, and its description.

Every route is declared once, in ``routes``, with the types it takes and gives; requests are read,
checked and answered by ``endpoint``, and ``openapi`` describes them from the same declarations.
"""
