"""Any number of rows, streamed both ways."""
