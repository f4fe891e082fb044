import { setTimeout as sleep } from 'node:timers/promises';

import type { RowDataPacket } from 'mysql2/promise';

import { scenario } from '../scenario.js';
import type { Bench, Tenant } from '../support/bench.js';
import { costOf, type Load, type Target } from '../support/cost.js';
import { Connections } from '../support/load.js';
import { cpuSeconds } from '../support/process-usage.js';
import type { ReportRow } from '../support/report.js';
import { compareInRounds } from '../support/rounds.js';
import { copyQueued } from './seed.js';

const INTEGRATION = '/api/v1/integration';
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

function claim(connector: Connections, limit: number, waitSeconds = 0): Promise<Claimed[]> {
  const body = { limit, waitSeconds, leaseSeconds: 600 };
  return connector.data('POST', `${INTEGRATION}/sync/claims`, body);
}

/** Claims in batches and acknowledges each item, until so many are done; each time is that of one batch. */
async function drain(connectors: readonly Connections[], items: number): Promise<Load> {
  const ms: number[] = [];
  let taken = 0;
  const work = async (connector: Connections): Promise<void> => {
    while (taken < items) {
      const limit = Math.min(BATCH, items - taken);
      taken += limit;
      const start = performance.now();
      const batch = await claim(connector, limit);
      if (batch.length < limit) throw new Error(`${batch.length} items were handed out of ${limit}`);
      const acknowledge = async (): Promise<void> => {
        for (let item = batch.pop(); item !== undefined; item = batch.pop()) {
          const { claimId, submissionId } = item;
          await connector.data('POST', `${INTEGRATION}/sync/ack`, { claimId, submissionId, status: 'sent' });
        }
      };
      await Promise.all(Array.from({ length: ACKS_AT_ONCE }, acknowledge));
      ms.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(connectors.map(work));
  return { ms, seconds: (performance.now() - start) / 1000 };
}

/** The share of a core that service and database take while these connectors wait, in percent. */
async function shareOf({ pid, databasePid }: Target, work: () => Promise<unknown>): Promise<number> {
  const used = (): number => cpuSeconds(pid ?? 0) + cpuSeconds(databasePid);
  const [before, start] = [used(), performance.now()];
  await work();
  return (100 * (used() - before)) / ((performance.now() - start) / 1000);
}

async function measureWaiting(target: Target, connector: Connections, name: string): Promise<ReportRow> {
  const idle = await shareOf(target, () => sleep(WAIT_SECONDS * 1000));
  const waiting = await shareOf(target, () =>
    Promise.all(Array.from({ length: WAITING }, () => claim(connector, 1, WAIT_SECONDS))),
  );
  return { what: name, more: { 'idle, % of a core': idle, 'waiting, % of a core': waiting } };
}

export const claims = scenario({
  name: 'claims',
  summary: `${CONNECTORS} connectors that claim ${BATCH} items at a time and acknowledge each; ${WAITING} that wait.`,
  options: { queued: 500_000, items: 10_000 },
  async run(bench, { rounds, queued, items }) {
    const service = await bench.startService();
    const tenant = await bench.createTenant(service, 'Northern');
    const target = { pid: service.pid, databasePid: bench.databasePid };
    const connect = (connections: number): Connections =>
      new Connections(service.address, tenant.headers, connections);
    const waiters = connect(WAITING);
    const waiting = await measureWaiting(target, waiters, `${WAITING} connectors wait for ${WAIT_SECONDS} s`);
    await waiters.close();
    await prepare(bench, tenant, connect(1), queued);
    const connectors = Array.from({ length: CONNECTORS }, () => connect(ACKS_AT_ONCE));
    const what = `${CONNECTORS} connectors claim and acknowledge, ${BATCH} at a time`;
    const rows = await compareInRounds('Claims', rounds, async () => ({
      [what]: { service: await costOf(target, items, () => drain(connectors, items)) },
    }));
    await Promise.all(connectors.map((connector) => connector.close()));
    return [...rows, waiting];
  },
});

/** Queues one submission by calls, and copies of it. */
async function prepare(
  bench: Bench,
  { tenantId }: Tenant,
  connector: Connections,
  queued: number,
): Promise<void> {
  const { id: studentId } = await connector.data<{ id: string }>('POST', `${INTEGRATION}/users`, {
    email: 'original@copies.example.edu',
    firstName: 'Ann',
    lastName: 'Lee',
    accountType: 'Student',
    degree: 'EdD',
  });
  const submissionId = 'original';
  const address = `/api/v1/workflow/submissions/${submissionId}`;
  const fields = { street: 'Main Street 1' };
  await connector.data('PUT', address, { formType: 'address_change', studentId, fields });
  for (const status of ['submitted', 'approved'])
    await connector.data('POST', `${address}/status`, { status });
  await connector.close();
  const connection = await bench.connect();
  process.stderr.write(`Queueing ${queued} submissions.\n`);
  const ask = async (sql: string, parameters: readonly unknown[] = []): Promise<unknown> =>
    (await connection.query<RowDataPacket[]>(sql, [...parameters]))[0];
  await copyQueued(ask, { tenantId, studentId, submissionId }, { count: queued });
  for (const table of ['sync_items', 'sync_open_items', 'submissions', 'users'])
    await ask(`ANALYZE TABLE \`${table}\``);
}
