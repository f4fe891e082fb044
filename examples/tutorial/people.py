# python3 people.py <copy.json>: brings a copy of the people up to date.
import json
import os
import sys

from integration_api import IntegrationApi

api = IntegrationApi(
    os.environ["INTEGRATION_API_URL"],
    os.environ["INTEGRATION_API_KEY"],
    os.environ["INTEGRATION_API_SECRET"],
)

file = sys.argv[1]
copy = {"people": {}, "state": {}}
if os.path.exists(file):
    with open(file, encoding="utf-8") as stored:
        copy = json.load(stored)
changed = 0
for users, state in api.users.pull(copy["state"]):
    for user in users:
        if "removed" in user:
            copy["people"].pop(user["id"], None)
        else:
            copy["people"][user["id"]] = user
    changed += len(users)
    copy["state"] = state
    with open(file, "w", encoding="utf-8") as stored:
        json.dump(copy, stored)
print(f"{changed} changed, {len(copy['people'])} in the copy")
