import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from '../support/until.js';
import { ensureFakeTime } from './support/fake-time.js';
import { FaultRun } from './support/fault-run.js';
import { FaultSite } from './support/fault-site.js';

const HOUR_MS = 3_600_000;

let folder: string;
let site: FaultSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'integration-api-clock-'));
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(() => site.stop());

async function setClock(offset: string): Promise<void> {
  await writeFile(join(folder, 'offset'), offset);
}

async function hasStepped(): Promise<boolean> {
  const { headers } = await fetch(`${site.baseUrl}/health/live`);
  const [row] = await site.database.ask('SELECT UNIX_TIMESTAMP() * 1000 AS `now`');
  const clocks = [Date.parse(headers.get('date') ?? ''), Number(row?.['now'])];
  return clocks.every((now) => Date.now() - now > HOUR_MS / 2);
}

describe('when the clocks of the service and of the database go back by an hour', () => {
  it('no acknowledged write is lost, doubled or missed by readers; a revoked key is refused in 5 seconds', async () => {
    const env = {
      LD_PRELOAD: await ensureFakeTime(),
      FAKETIME_TIMESTAMP_FILE: join(folder, 'offset'),
      FAKETIME_CACHE_DURATION: '1',
      // A monotonic clock cannot be set.
      DONT_FAKE_MONOTONIC: '1',
    };
    await setClock('+0');
    site = await FaultSite.start({ database: { env }, env });
    const other = await site.newTenant('Revoked');
    const call = (): Promise<Response> =>
      fetch(`${site.baseUrl}/api/v1/integration`, { headers: other.headers });
    const statuses: number[] = [];
    let msToDie = 0;
    const { problems, findings } = await FaultRun.of(site, {
      name: 'clock moved back an hour',
      disturb: async () => {
        statuses.push((await call()).status);
        await setClock('-1h');
        await until('both clocks have gone back', hasStepped);
        await site.cli('key', 'revoke', other.headers['X-Service-API-Key'] ?? '');
        const revoked = performance.now();
        await until('the revoked key is refused', async () => (await call()).status !== 200);
        msToDie = performance.now() - revoked;
      },
    });

    expect(problems).toEqual([]);
    expect(findings.length).toBeGreaterThan(0);
    expect(statuses).toEqual([200]);
    expect(msToDie).toBeLessThan(5000);
  });
});
