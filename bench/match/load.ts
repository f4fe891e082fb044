import { personAt } from '../growth/population.js';
import type { Bench } from '../support/bench.js';
import type { Client } from '../support/client.js';
import { costOf, type Load } from '../support/cost.js';
import type { ReportRow } from '../support/report.js';
import { compareInRounds } from '../support/rounds.js';
import { askAll } from './questions.js';

const BULK = '/api/v1/integration/users/bulk';
/** One stored person of so many has the name that many people have. */
const OF_A_COMMON_NAME = 50;
const COMMON_NAME = { firstName: 'Joan', lastName: 'Smith' };

type Row = Readonly<Record<string, unknown>>;

function storedAt(index: number): Row {
  const person = personAt(index, 1);
  return index % OF_A_COMMON_NAME === 0 ? { ...person, ...COMMON_NAME } : person;
}

/** What every body must have, with an address that resembles none. */
function only(index: number, names: Row): Row {
  return { email: `q${index.toString(36)}@asked.example.edu`, accountType: 'Student', ...names };
}

/** The names of a stored person, the last one misspelled. */
function namesOf({ firstName, lastName }: Row): Row {
  return { firstName, lastName: String(lastName).replace(/.$/, 'e') };
}

function entryOf({ monthOfEntry, yearOfEntry }: Row): Row {
  return { monthOfEntry, yearOfEntry };
}

/** What is sent to be matched, by what it has. `person` is stored. */
const SHAPES: Readonly<Record<string, (index: number, person: Row) => Row>> = {
  'whole body, new number': (index, person) => ({
    ...person,
    ...only(index, namesOf(person)),
    externalId: `q-${index}`,
  }),
  'whole body, no number': (index, person) => ({
    ...person,
    ...only(index, namesOf(person)),
    externalId: null,
  }),
  'names and entry': (index, person) => ({ ...only(index, namesOf(person)), ...entryOf(person) }),
  'no entry, names alone': (index, person) => only(index, namesOf(person)),
  'names swapped': (index, { firstName, lastName, ...person }) => ({
    ...only(index, { firstName: lastName, lastName: firstName }),
    ...entryOf(person),
  }),
  'common name and entry': (index, person) => ({ ...only(index, COMMON_NAME), ...entryOf(person) }),
  'common name alone': (index) => only(index, COMMON_NAME),
  'e-mail address alone': (index, { email }) => ({
    ...only(index, { firstName: '-', lastName: '-' }),
    email,
  }),
};

async function store(bench: Bench, client: Client, people: number): Promise<void> {
  const lines = function* (): Generator<object> {
    for (let index = 0; index < people; index += 1) yield storedAt(index);
  };
  process.stderr.write(`Storing ${people} people.\n`);
  await client.bulk(BULK, lines());
  await (await bench.connect()).query('ANALYZE TABLE `users`');
}

/** What a call costs among so many people, for each shape of body. */
export async function measureLoad(
  bench: Bench,
  client: Client,
  { people, calls, rounds }: Readonly<Record<'people' | 'calls' | 'rounds', number>>,
): Promise<ReportRow[]> {
  await store(bench, client, people);
  const target = { pid: undefined, databasePid: bench.databasePid };
  const rows: ReportRow[] = [];
  for (const [name, shape] of Object.entries(SHAPES)) {
    const ask = async (round: number): Promise<Load> => {
      const asked = Array.from({ length: calls }, (_, index) => (index * 7919 + round) % people);
      const questions = asked.map((index) => ({ body: shape(index, storedAt(index)) }));
      return (await askAll(client.baseUrl, client.headers, questions)).load;
    };
    const measure = async (round: number) => ({
      [name]: { service: await costOf(target, calls, () => ask(round)) },
    });
    rows.push(...(await compareInRounds(`Match, ${name}`, rounds, measure)));
  }
  return rows;
}
