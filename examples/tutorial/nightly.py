# python3 nightly.py <export.csv> [<name of the run>]: without a name it is a dry run.
import csv
import os
import sys

from integration_api import IntegrationApi

COLUMNS = ["Stu_ID", "Last Name", "First Name", "Email (Univ.)", "Person Type", "Adm Term", "Prog Code"]
ACCOUNT_TYPES = {"STU": "Student", "FAC": "Faculty"}
MONTHS = {"Fall": 9, "Spring": 1}


def person_of(row):
    """A code that is in no table is sent as it is, so that the service refuses the row."""
    person = {
        "externalId": row["Stu_ID"],
        "lastName": row["Last Name"],
        "firstName": row["First Name"],
        "email": row["Email (Univ.)"],
        "accountType": ACCOUNT_TYPES.get(row["Person Type"], row["Person Type"]),
    }
    if row["Adm Term"]:
        term, year = row["Adm Term"].split(" ")
        person.update(monthOfEntry=MONTHS.get(term, term), yearOfEntry=int(year))
    if row["Prog Code"]:
        person["programId"] = row["Prog Code"]
    return person


def people_of(file):
    with open(file, encoding="utf-8", newline="") as export:
        rows = csv.DictReader(export)
        missing = [column for column in COLUMNS if column not in rows.fieldnames]
        if missing:
            sys.exit(f"{file} has no column {', '.join(missing)}")
        people = {}
        for person in map(person_of, rows):
            if person["externalId"] in people:
                print(f"{person['externalId']}: an earlier row has this number")
            else:
                people[person["externalId"]] = person
    return people.values()


file, run = (sys.argv[1:] + [None])[:2]
api = IntegrationApi(
    os.environ["INTEGRATION_API_URL"],
    os.environ["INTEGRATION_API_KEY"],
    os.environ["INTEGRATION_API_SECRET"],
    run=run,
)

answers = api.users.bulk(people_of(file), dry_run=run is None)
for answer in answers:
    if not answer.success:
        print(f"{answer.row['externalId']}: {answer.error['message']}")
summary = answers.summary
print(
    f"{summary.inserted} inserted, {summary.updated} updated, "
    f"{summary.unchanged} unchanged, {summary.failed} failed"
)

if run is not None:
    finished = api.runs.finish(run, {"complete": {"accountTypes": ["Student", "Faculty"]}})
    absent = finished.data["absent"]
    print(
        f"absent: {absent['first']} not yet often enough, "
        f"{absent['deprovisioned']} de-provisioned, {absent['held']} held"
    )
sys.exit(1 if summary.failed else 0)
