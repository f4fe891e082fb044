import type { Connection } from 'mysql2/promise';

import { scenario } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { type Comparison, type Cost, costOf, type Load, type Target, takeTurns } from '../support/cost.js';
import { send } from '../support/load.js';
import { compareInRounds } from '../support/rounds.js';
import { peopleOf } from '../users/people.js';
import { checkCounts, startHandwritten, type Subject } from '../users/subjects.js';
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
  const { databasePid } = bench;
  const service = await bench.startService();
  const scimmy = await bench.startYardstick('scimmy.ts', 'scimmy');
  const { tenantId } = await bench.createTenant(service, 'Northern');
  const { apiKey = '', apiSecret = '' } = await bench.createKey(
    tenantId,
    'scim',
    '--default-account-type',
    'Student',
  );
  const own = new Provider(service.address, `${apiKey}.${apiSecret}`, AT_ONCE);
  const other = new Provider(scimmy.address, SCIMMY_TOKEN, AT_ONCE);
  for (const provider of [own, other]) bench.onStop(() => provider.close());
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
    connection: await bench.connect(),
  };
}

/** @throws {Error} unless each of `count` people is stored exactly once, and as they were sent last */
async function check({ connection, service, scimmy }: Subjects, set: string, count: number, edition: number) {
  for (const [name, { stored }] of Object.entries({ service, scimmy }))
    await checkCounts(connection, stored, [titleOf(edition), `person.${set}.%`], count, `${set}, ${name}`);
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
  const all = { 'look-up by userName': lookUp, PATCH: patch, POST: post, 'look-up and PATCH': pair };
  return Object.fromEntries(
    Object.entries(all).map(([what, one]) => [`SCIM ${what}, ${AT_ONCE} at once`, one]),
  );
}

export const scim = scenario({
  name: 'scim',
  summary: `What an identity provider calls, ${AT_ONCE} at once, beside a SCIMMY server and same-work posts.`,
  options: { provisioned: 4000 },
  async run(bench, { rounds, provisioned }) {
    const subjects = await prepare(bench);
    return compareInRounds('SCIM', rounds, (turn) => round(subjects, turn, provisioned));
  },
});
