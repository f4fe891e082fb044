"""Each marked line has a mistake, which the type checker finds."""

from __future__ import annotations

from integration_api import IntegrationApi, connector
from integration_api.openapi import CreateUpdateUser

api = IntegrationApi("https://integration.example.edu", "key", "secret")
person: CreateUpdateUser = {
    "email": "ann.lee@example.edu",
    "firstName": "Ann",
    "lastName": "Lee",
    "accountType": "Student",
}
person["accountType"] = "Studnet"  # wrong: a value that there is not
api.users.create_or_update({"mail": "ann.lee@example.edu"})  # wrong: a field that there is not
api.users.get(77)  # wrong: a number is no ID
api.users.set_status("S-77", "gone")  # wrong: a status that there is not
api.users.list({"accountTyp": "Student"})  # wrong: a filter that there is not
print(api.users.get("S-77").data["mail"])  # wrong: a field that there is not
print(api.users.get("S-77").data["degree"].upper())  # wrong: it may be null
milestone = api.students.put_milestone("S-77", "candidacy", {"status": "not_started", "result": None}).data
print(milestone["result"].upper())  # wrong: a milestone without a result has null
for answer in api.users.bulk([]):
    print(answer.effect)  # wrong: a row that was refused has none
for record in api.progress.records():
    print(record["pacing"])  # wrong: one that was removed has none
connector(api, lambda item: None)  # wrong: a handler takes the context too
api.events.send({"data": {"submissionId": "sub-1", "status": "approved"}})  # wrong: an event without its source
api.with_options(retires=3)  # wrong: an option that there is not
