"""Keeps people and their progress in SQLite, current by the feed of changes. --once ends when nothing is left."""
import json, os, sqlite3, sys
from integration_api import IntegrationApi, IntegrationApiError

WAIT = 0 if "--once" in sys.argv else 25
api = IntegrationApi(*(os.environ[f"INTEGRATION_API_{name}"] for name in ("URL", "KEY", "SECRET")))
db = sqlite3.connect(os.environ.get("MIRROR_FILE", "mirror.sqlite"))
TABLES = [("people", "user.", "id", api.users.list, "externalId"),  # events, key, call and its filter
          ("progress", "progress.", "studentId", api.progress.records, "studentId")]
for name in ("people", "progress", "place"):
    db.execute(f"CREATE TABLE IF NOT EXISTS {name} (id TEXT PRIMARY KEY, json TEXT)")

def put(table, key, rows):
    db.executemany(f"INSERT INTO {table} VALUES (?, ?)", ((row[key], json.dumps(row)) for row in rows))

def copy_all():
    place = api.events.page().meta["nextAfter"]  # What changes during the copy comes again behind this place.
    for table, _, key, read, _ in TABLES:
        db.execute(f"DELETE FROM {table}")
        put(table, key, read())
    return place, True

def follow(place):
    page = api.events.page({"after": place, "types": "user.*,progress.*", "waitSeconds": WAIT})
    for table, family, key, read, by_ids in TABLES:
        ids = sorted({event["subject"] for event in page.data if event["type"].startswith(family)})
        db.executemany(f"DELETE FROM {table} WHERE id = ?", [(id,) for id in ids])
        put(table, key, read({by_ids: ids}) if ids else [])
    return page.meta["nextAfter"], page.meta["hasMore"]

has_more = True
while has_more or WAIT > 0:
    (place,) = db.execute("SELECT MAX(json) FROM place").fetchone()
    try:
        place, has_more = follow(place) if place else copy_all()
    except IntegrationApiError as error:
        if error.code not in ("CURSOR_EXPIRED", "VALIDATION_FAILED"): raise  # The place is refused.
        place, has_more = copy_all()
    db.execute("REPLACE INTO place VALUES ('after', ?)", (place,))
    db.commit()  # Rows and place together: after a crash nothing is missed, and nothing is done twice.
