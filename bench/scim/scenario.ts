import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';
import { type Scenario, type Values, wholeNumber } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { type Comparison, type Cost, costOf, type Load, type Target, takeTurns } from '../support/cost.js';
import { send } from '../support/load.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { peopleOf } from '../users/people.js';
import { startHandwritten, type Subject } from '../users/subjects.js';
import { SCIMMY_TOKEN } from '../yardsticks/credential.js';
import { scimPeopleOf, titleOf } from './people.js';
import { Provider } from './provider.js';

const AT_ONCE = 16;

interface ScimSubject {
  readonly target: Target;
  readonly provider: Provider;
  /** Counts the people of a set: rows, userNames, and those with the title of this edition. */
  readonly stored: string;
}

interface Subjects {
  readonly service: ScimSubject;
  readonly scimmy: ScimSubject;
  readonly sameWork: Subject;
  readonly connection: Connection;
}

const COUNTS = 'COUNT(*) AS `rows`, COUNT(DISTINCT `userName`) AS `names`';

async function prepare(bench: Bench): Promise<Subjects> {
  for (const name of ['service', 'scimmy']) await bench.createDatabase(name);
  const { databasePid } = bench;
  const service = await bench.startService();
  const scimmy = await bench.startYardstick('scimmy.ts', 'scimmy');
  const tokens = { service: await bench.createConnection('Northern'), scimmy: SCIMMY_TOKEN };
  const [own, other] = [
    new Provider({ baseUrl: service.address, token: tokens.service }, AT_ONCE),
    new Provider({ baseUrl: scimmy.address, token: tokens.scimmy }, AT_ONCE),
  ];
  const connection = await createConnection(parseDatabaseUrl(bench.databaseUrl('service')));
  for (const end of [() => own.close(), () => other.close(), () => connection.end()]) bench.onStop(end);
  return {
    service: {
      target: { pid: service.pid, databasePid },
      provider: own,
      stored: `SELECT ${COUNTS}, COUNT(DISTINCT \`userId\`) AS \`people\`,
        SUM(JSON_VALUE(\`kept\`, '$.title') = ?) AS \`current\` FROM \`scim_links\` WHERE \`userName\` LIKE ?`,
    },
    scimmy: {
      target: { pid: scimmy.pid, databasePid },
      provider: other,
      stored: `SELECT ${COUNTS}, SUM(JSON_VALUE(\`resource\`, '$.title') = ?) AS \`current\`
        FROM \`scimmy\`.\`people\` WHERE \`userName\` LIKE ?`,
    },
    sameWork: await startHandwritten(bench, 'same-work.ts', 'sameWork'),
    connection,
  };
}

/** @throws {Error} unless each of `count` people is stored exactly once, and as they were sent last */
async function check({ connection, service, scimmy }: Subjects, set: string, count: number, edition: number) {
  for (const [name, { stored }] of Object.entries({ service, scimmy })) {
    const [[found]] = await connection.query<RowDataPacket[]>(stored, [titleOf(edition), `person.${set}.%`]);
    if (Object.values(found ?? {}).some((value) => Number(value) !== count))
      throw new Error(
        `Of ${count} acknowledged people of ${set}, ${name} has stored ${JSON.stringify(found)}`,
      );
  }
}

/** One round: people are created, looked up, patched, and looked up and patched. */
async function round(subjects: Subjects, turn: number, count: number): Promise<Record<string, Comparison>> {
  const set = `r${turn}`;
  const people = scimPeopleOf(set, count);
  const { service, scimmy, sameWork } = subjects;
  const ofBoth = (work: (provider: Provider) => Promise<Load>) => ({
    service: () => costOf(service.target, count, () => work(service.provider)),
    scimmy: () => costOf(scimmy.target, count, () => work(scimmy.provider)),
  });
  const posted = (edition: number, status: number): Promise<Cost> => {
    const calls = peopleOf(set, count, edition).map((person) => ({ body: JSON.stringify(person) }));
    return costOf(sameWork.target, count, () => send(sameWork.endpoint, calls, AT_ONCE, status));
  };

  const post = await takeTurns(turn, {
    ...ofBoth((provider) => provider.create(people)),
    sameWork: () => posted(1, 201),
  });
  await check(subjects, set, count, 1);
  const lookUp = await takeTurns(
    turn,
    ofBoth((provider) => provider.lookUp(people)),
  );
  const ids = new Map<Provider, readonly string[]>();
  for (const { provider } of [service, scimmy]) ids.set(provider, await provider.idsOf(people));
  const patch = await takeTurns(turn, {
    ...ofBoth((provider) => provider.patch(ids.get(provider) ?? [], 2)),
    sameWork: () => posted(2, 200),
  });
  await check(subjects, set, count, 2);
  const pair = await takeTurns(turn, {
    ...ofBoth((provider) => provider.lookUpAndPatch(people, 3)),
    sameWork: () => posted(3, 200),
  });
  await check(subjects, set, count, 3);
  return {
    'SCIM look-up by userName': lookUp,
    'SCIM PATCH': patch,
    'SCIM POST': post,
    'SCIM look-up and PATCH': pair,
  };
}

export const scim: Scenario = {
  name: 'scim',
  summary: `What an identity provider calls, ${AT_ONCE} at once, beside a SCIMMY server and same-work posts.`,
  options: { provisioned: { type: 'string', default: '4000' } },
  async run(bench: Bench, values: Values): Promise<ReportRow[]> {
    const rounds = wholeNumber(values, 'rounds');
    const count = wholeNumber(values, 'provisioned');
    const subjects = await prepare(bench);
    const results = new Map<string, Comparison[]>();
    for (let turn = 0; turn <= rounds; turn += 1) {
      process.stderr.write(`SCIM, round ${turn} of ${rounds}.\n`);
      for (const [what, compared] of Object.entries(await round(subjects, turn, count))) {
        const row = `${what}, ${AT_ONCE} at once`;
        // The first round only warms up.
        if (turn > 0) results.set(row, [...(results.get(row) ?? []), compared]);
      }
    }
    return [...results].map(([what, list]) => reportRow(what, list));
  },
};
