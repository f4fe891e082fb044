// node nightly.mjs <export.csv> [<name of the run>]: without a name it is a dry run.
import { readFileSync } from 'node:fs';
import { IntegrationApi } from '@integration-api/client';

const COLUMNS = [
  'Stu_ID',
  'Last Name',
  'First Name',
  'Email (Univ.)',
  'Person Type',
  'Adm Term',
  'Prog Code',
];
const ACCOUNT_TYPES = { STU: 'Student', FAC: 'Faculty' };
const MONTHS = { Fall: 9, Spring: 1 };

/** A code that is in no table is sent as it is, so that the service refuses the row. */
function personOf(row) {
  const [term, year] = row['Adm Term'].split(' ');
  return {
    externalId: row['Stu_ID'],
    lastName: row['Last Name'],
    firstName: row['First Name'],
    email: row['Email (Univ.)'],
    accountType: ACCOUNT_TYPES[row['Person Type']] ?? row['Person Type'],
    ...(term === '' ? {} : { monthOfEntry: MONTHS[term] ?? term, yearOfEntry: Number(year) }),
    ...(row['Prog Code'] === '' ? {} : { programId: row['Prog Code'] }),
  };
}

/** This export has no cells in quotes; read another one with a CSV parser. */
function peopleOf(file) {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const names = header.split(',');
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    console.error(`${file} has no column ${missing.join(', ')}`);
    process.exit(1);
  }
  const people = new Map();
  for (const line of lines) {
    const cells = line.split(',');
    const person = personOf(Object.fromEntries(names.map((name, place) => [name, cells[place]])));
    if (people.has(person.externalId)) console.log(`${person.externalId}: an earlier row has this number`);
    else people.set(person.externalId, person);
  }
  return people.values();
}

const [file, run] = process.argv.slice(2);
const {
  INTEGRATION_API_URL: url,
  INTEGRATION_API_KEY: apiKey,
  INTEGRATION_API_SECRET: apiSecret,
} = process.env;
const api = new IntegrationApi({ url, apiKey, apiSecret });

const answers = api.users.bulk(peopleOf(file), run === undefined ? { dryRun: true } : { run });
for await (const answer of answers) {
  if (!answer.success) console.log(`${answer.row.externalId}: ${answer.error.message}`);
}
const { inserted, updated, unchanged, failed } = answers.summary;
console.log(`${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${failed} failed`);

if (run !== undefined) {
  const { data } = await api.runs.finish(run, { complete: { accountTypes: ['Student', 'Faculty'] } });
  const { first, deprovisioned, held } = data.absent;
  console.log(`absent: ${first} not yet often enough, ${deprovisioned} de-provisioned, ${held} held`);
}
process.exitCode = failed > 0 ? 1 : 0;
