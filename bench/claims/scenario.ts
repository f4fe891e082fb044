import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection } from 'mysql2/promise';
import { Pool } from 'undici';

import { parseDatabaseUrl } from '../../src/database/connection/connection-target.js';
import { type Scenario, type Values, wholeNumber } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { type Comparison, costOf, type Load, type Target } from '../support/cost.js';
import { cpuSeconds } from '../support/process-usage.js';
import { type ReportRow, reportRow } from '../support/report.js';
import { copyQueued } from './seed.js';

const CONNECTORS = 8;
const BATCH = 100;
/** Acknowledgements that a connector has in flight. */
const ACKS_AT_ONCE = 16;
const WAITING = 200;
const WAIT_SECONDS = 25;

interface Claimed {
  readonly claimId: string;
  readonly submissionId: string;
}

/** A connector over kept-alive connections. */
class Connector {
  private readonly pool: Pool;

  constructor(
    baseUrl: string,
    private readonly headers: Readonly<Record<string, string>>,
    connections: number,
  ) {
    this.pool = new Pool(baseUrl, { connections, pipelining: 1 });
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.send('POST', `/api/v1/integration${path}`, body);
  }

  async send<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
    const answer = await this.pool.request({
      method,
      path,
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
    return (JSON.parse(text) as { data: T }).data;
  }

  claim(limit: number, waitSeconds = 0): Promise<Claimed[]> {
    return this.post('/sync/claims', { limit, waitSeconds, leaseSeconds: 600 });
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Claims in batches and acknowledges each item, until so many are done; each time is that of one batch. */
async function drain(connectors: readonly Connector[], items: number): Promise<Load> {
  const ms: number[] = [];
  let taken = 0;
  const work = async (connector: Connector): Promise<void> => {
    while (taken < items) {
      const limit = Math.min(BATCH, items - taken);
      taken += limit;
      const start = performance.now();
      const batch = await connector.claim(limit);
      if (batch.length < limit) throw new Error(`${batch.length} items were handed out of ${limit}`);
      const acknowledge = async (): Promise<void> => {
        for (let item = batch.pop(); item !== undefined; item = batch.pop())
          await connector.post('/sync/ack', { ...onlyKeys(item), status: 'sent' });
      };
      await Promise.all(Array.from({ length: ACKS_AT_ONCE }, acknowledge));
      ms.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(connectors.map(work));
  return { ms, seconds: (performance.now() - start) / 1000 };
}

function onlyKeys({ claimId, submissionId }: Claimed): Claimed {
  return { claimId, submissionId };
}

/** The share of a core that service and database take while these connectors wait, in percent. */
async function shareOf({ pid, databasePid }: Target, work: () => Promise<unknown>): Promise<number> {
  const used = (): number => cpuSeconds(pid ?? 0) + cpuSeconds(databasePid);
  const [before, start] = [used(), performance.now()];
  await work();
  return (100 * (used() - before)) / ((performance.now() - start) / 1000);
}

async function measureWaiting(target: Target, connector: Connector, name: string): Promise<ReportRow> {
  const idle = await shareOf(target, () => sleep(WAIT_SECONDS * 1000));
  const waiting = await shareOf(target, () =>
    Promise.all(Array.from({ length: WAITING }, () => connector.claim(1, WAIT_SECONDS))),
  );
  return { what: name, more: { 'idle, % of a core': idle, 'waiting, % of a core': waiting } };
}

export const claims: Scenario = {
  name: 'claims',
  summary: `${CONNECTORS} connectors that claim ${BATCH} items at a time and acknowledge each; ${WAITING} that wait.`,
  options: { queued: { type: 'string', default: '500000' }, items: { type: 'string', default: '10000' } },
  async run(bench: Bench, values: Values): Promise<ReportRow[]> {
    const [rounds, items] = [wholeNumber(values, 'rounds'), wholeNumber(values, 'items', BATCH)];
    const queued = wholeNumber(values, 'queued', items * (rounds + 1));
    await bench.createDatabase('service');
    const service = await bench.startService();
    const { headers } = await bench.createTenant(service, 'Northern');
    const target = { pid: service.pid, databasePid: bench.databasePid };
    const waiters = new Connector(service.address, headers, WAITING);
    const rows = [await measureWaiting(target, waiters, `${WAITING} connectors wait for ${WAIT_SECONDS} s`)];
    await waiters.close();
    await prepare(bench, new Connector(service.address, headers, 1), queued);
    const connectors = Array.from(
      { length: CONNECTORS },
      () => new Connector(service.address, headers, ACKS_AT_ONCE),
    );
    const measured: Comparison[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      process.stderr.write(`Claims, round ${round} of ${rounds}.\n`);
      const cost = await costOf(target, items, () => drain(connectors, items));
      // The first round only warms up.
      if (round > 0) measured.push({ service: cost });
    }
    await Promise.all(connectors.map((connector) => connector.close()));
    const what = `${CONNECTORS} connectors claim and acknowledge, ${BATCH} at a time`;
    return [reportRow(what, measured), ...rows];
  },
};

/** Queues one submission by calls, and copies of it. */
async function prepare(bench: Bench, connector: Connector, queued: number): Promise<void> {
  const { id: studentId } = await connector.post<{ id: string }>('/users', {
    email: 'original@copies.example.edu',
    firstName: 'Ann',
    lastName: 'Lee',
    accountType: 'Student',
    degree: 'EdD',
  });
  const submissionId = 'original';
  const address = `/api/v1/workflow/submissions/${submissionId}`;
  const fields = { street: 'Main Street 1' };
  await connector.send('PUT', address, { formType: 'address_change', studentId, fields });
  for (const status of ['submitted', 'approved'])
    await connector.send('POST', `${address}/status`, { status });
  const connection = await createConnection({
    ...parseDatabaseUrl(bench.databaseUrl('service')),
    timezone: 'Z',
  });
  const [[row]] = (await connection.query('SELECT `tenantId` FROM `submissions`')) as unknown as [
    { tenantId: string }[],
  ];
  process.stderr.write(`Queueing ${queued} submissions.\n`);
  const ask = async (sql: string, parameters: readonly unknown[] = []): Promise<unknown> =>
    (await connection.query(sql, [...parameters]))[0];
  await copyQueued(ask, { tenantId: row?.tenantId ?? '', studentId, submissionId }, { count: queued });
  for (const table of ['sync_items', 'sync_open_items', 'submissions', 'users'])
    await ask(`ANALYZE TABLE \`${table}\``);
  await connection.end();
  await connector.close();
}
