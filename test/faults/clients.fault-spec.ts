import { gzipSync } from 'node:zlib';

import type { NewTenant } from '../../bench/support/new-tenant.js';
import { person } from '../factories/person.js';
import { FaultRun } from './support/fault-run.js';
import { FaultSite } from './support/fault-site.js';
import { findHalves } from './support/halves.js';
import { RawClient } from './support/raw-client.js';

/** In MiB. A young process grows by 100 to 230 under this load, because garbage is collected late. */
const FLAT_MIB = 400;
/** Between two calls of a caller of the load, while the test waits for slow clients. */
const CALM_MS = 400;
const BULK = 'POST /api/v1/integration/users/bulk';
const NDJSON = ['Content-Type: application/x-ndjson', 'Transfer-Encoding: chunked'];
const JSON_BODY = ['Content-Type: application/json', 'Content-Length: 20000'];

let site: FaultSite;

beforeEach(async () => {
  site = await FaultSite.start();
});

afterEach(() => site.stop());

function lines(people: readonly object[]): string {
  return people.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** How often each person of a tenant is stored, by legacyNumber. */
async function peopleOf({ tenantId }: NewTenant): Promise<string[]> {
  const sql = 'SELECT `legacyNumber` AS `name` FROM `users` WHERE `tenantId` = ?';
  return (await site.database.ask(sql, [tenantId])).map((row) => String(row['name']));
}

const ask = (sql: string, values: unknown[]): ReturnType<FaultSite['database']['ask']> =>
  site.database.ask(sql, values);

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Checks that the other callers are answered as usual. */
function notHarmed(outcome: Awaited<ReturnType<typeof FaultRun.of>>): unknown {
  const refused = [...outcome.counts.values()].map(({ unavailable, unanswered }) => unavailable + unanswered);
  return [outcome.problems, refused.reduce((sum, count) => sum + count, 0)];
}

describe('a client that hangs up in the middle of a bulk request', () => {
  it('stores every line that was answered, no part of a line, and affects no other caller', async () => {
    const tenant = await site.newTenant('Hangs-up');
    const sent: string[] = [];
    const answered: string[] = [];
    const outcome = await FaultRun.of(site, {
      name: 'hang-up in the middle of bulk',
      disturb: async () => {
        for (let round = 0; round < 10; round += 1) {
          const people = times(100, (index) => person({ externalId: `H-${round}-${index}` }));
          const client = (await RawClient.connect(site)).listen();
          client.send(RawClient.head(tenant.headers, BULK, NDJSON)).chunk(lines(people.slice(0, 50)));
          await client.received(/"line":1,/);
          client.chunk(lines(people.slice(50)).slice(0, -20));
          client.hangUp();
          sent.push(...people.map(({ externalId }) => String(externalId)));
          for (const [, line] of client.answer.matchAll(/"line":(\d+),"success":true/g))
            answered.push(String(people[Number(line) - 1]?.['externalId']));
        }
      },
    });
    const found = await peopleOf(tenant);

    expect(notHarmed(outcome)).toEqual([[], 0]);
    expect(answered.length).toBeGreaterThanOrEqual(10);
    expect(answered.filter((name) => !found.includes(name))).toEqual([]);
    expect(found.filter((name) => !sent.includes(name))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
    expect(await findHalves(ask, tenant.tenantId)).toEqual([]);
  });
});

describe('clients that send one byte a second', () => {
  it('are closed, with an answer where none was begun, and affect no other caller', async () => {
    const { headers } = site.access;
    const beginnings: [string, string][] = [
      ['GET /api/v1/integration HTTP/1.1\r\nX-Slow: ', 'a'],
      [RawClient.head(headers, 'POST /api/v1/integration/users', JSON_BODY), ' '],
      [RawClient.head(headers, BULK, NDJSON), '1\r\n \r\n'],
    ];
    const groups: RawClient[][] = [];
    const outcome = await FaultRun.of(site, {
      name: 'one byte a second',
      pauseMs: CALM_MS,
      disturb: async () => {
        const sending: Promise<void>[] = [];
        for (const [beginning, rest] of beginnings) {
          const group = await Promise.all(times(20, () => RawClient.connect(site)));
          groups.push(group);
          for (const client of group) sending.push(client.listen().send(beginning).sendSlowly(rest));
        }
        await Promise.all(sending);
      },
    });

    expect(notHarmed(outcome)).toEqual([[], 0]);
    const statuses = groups.map((group) => [...new Set(group.map(({ status }) => status))]);
    expect(statuses).toEqual([[400], [400], [200]]);
    for (const { answer } of groups.slice(0, 2).flat()) {
      expect(answer).toContain('"code":"VALIDATION_FAILED"');
      expect(answer).toContain('The request did not arrive in time');
    }
    for (const { answer } of groups[2] ?? []) expect(answer).not.toContain('summary');
  });
});

describe('clients that never read their answers', () => {
  /**
   * Few lines with long answers, for their names, which are tiny when compressed. Two dry runs of a tenant are at work
   * at once, and the others wait for 30 s at most.
   */
  const UNKNOWN = times(30, (index) => [String(index).padEnd(60, 'x'), 1]);
  const FAULTY_LINES = gzipSync(`${JSON.stringify(Object.fromEntries(UNKNOWN))}\n`.repeat(1000));
  const DRY_RUNS = 5;
  const READERS = 5;

  const untilCut = (route: string, count: number): Promise<void> =>
    site.untilLogged([`"route":"${route}"`, '"complete":false'], count);

  async function dryRun(): Promise<number> {
    const response = await site.post('/users/bulk?dryRun=true', lines([person()]));
    await response.text();
    return response.status;
  }

  /** More bytes than the system buffers for a client. */
  const PAGES = 4;
  const STUDENTS = 3000;

  async function tenantWithLargePages(): Promise<NewTenant> {
    const tenant = await site.newTenant('Large');
    const people = times(STUDENTS, (index) => person({ externalId: `L-${index}` }));
    const response = await site.post('/users/bulk', lines(people), tenant);
    expect(await response.text()).toContain(`"inserted":${STUDENTS}`);
    return tenant;
  }

  it('are closed, keep neither memory nor a database connection, and affect no other caller', async () => {
    const { headers } = site.access;
    const large = await tenantWithLargePages();
    const gzip = [...NDJSON, 'Content-Encoding: gzip'];
    const outcome = await FaultRun.of(site, {
      name: 'answers that are never read',
      pauseMs: CALM_MS,
      disturb: async () => {
        for (const client of await Promise.all(times(DRY_RUNS, () => RawClient.connect(site))))
          client
            .send(RawClient.head(headers, `${BULK}?dryRun=true`, gzip))
            .chunk(FAULTY_LINES)
            .send('0\r\n\r\n');
        const page = RawClient.head(large.headers, 'GET /api/v1/integration/progress?limit=5000');
        for (const client of await Promise.all(times(READERS, () => RawClient.connect(site))))
          client.send(page.repeat(PAGES));
        await untilCut('/api/v1/integration/users/bulk', DRY_RUNS);
        await untilCut('/api/v1/integration/progress', READERS);
      },
    });

    expect(notHarmed(outcome)).toEqual([[], 0]);
    expect(outcome.grownMiB).toBeLessThan(FLAT_MIB);
    expect(await Promise.all(times(DRY_RUNS, dryRun))).toEqual(times(DRY_RUNS, () => 200));
  });
});

describe('2,000 connections at once', () => {
  it('are all answered, and nothing that was acknowledged is missing or doubled', async () => {
    const tenant = await site.newTenant('Crowd');
    const clients: { client: RawClient; name: string }[] = [];
    const outcome = await FaultRun.of(site, {
      name: '2,000 connections at once',
      disturb: async () => {
        const connected = await Promise.all(times(2000, () => RawClient.connect(site)));
        for (const [index, client] of connected.entries()) {
          const name = `C-${index}`;
          const body = JSON.stringify(person({ externalId: name }));
          const more = [
            'Content-Type: application/json',
            `Content-Length: ${body.length}`,
            'Connection: close',
          ];
          client.listen().send(RawClient.head(tenant.headers, 'POST /api/v1/integration/users', more) + body);
          clients.push({ client, name });
        }
        await Promise.all(connected.map((client) => client.closed()));
      },
    });
    const of = (status: number): string[] =>
      clients.flatMap(({ client, name }) => (client.status === status ? [name] : []));
    const found = await peopleOf(tenant);

    expect(outcome.problems).toEqual([]);
    expect(of(201).length + of(503).length).toBe(2000);
    expect(of(201).filter((name) => !found.includes(name))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
    expect(await findHalves(ask, tenant.tenantId)).toEqual([]);
  });
});
