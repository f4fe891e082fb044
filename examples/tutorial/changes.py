# python3 changes.py <place>: prints what has changed since the place that the file has, and keeps the new one.
import os
import sys

from integration_api import IntegrationApi

api = IntegrationApi(
    os.environ["INTEGRATION_API_URL"],
    os.environ["INTEGRATION_API_KEY"],
    os.environ["INTEGRATION_API_SECRET"],
)

file = sys.argv[1]
after = "earliest"
if os.path.exists(file):
    with open(file, encoding="utf-8") as stored:
        after = stored.read()
is_more = True
while is_more:
    page = api.events.page({"after": after})
    for event in page.data:
        print(event["type"], event["subject"])
    after, is_more = page.meta["nextAfter"], page.meta["hasMore"]
    with open(file, "w", encoding="utf-8") as stored:
        stored.write(after)
