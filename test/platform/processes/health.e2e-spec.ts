import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { HealthService } from '../../../src/health/health.service.js';
import { letPass, letPassIn } from '../../support/clock.js';
import { TestService } from '../../support/service.js';

const UP = { database: 'up', schema: 'up', process: 'up' };
const LAST = 'SELECT * FROM `migrations` ORDER BY `id` DESC LIMIT 1';

let service: TestService;

// An own one for each test: one of them asks it to stop.
beforeEach(async () => {
  service = await TestService.start();
});

afterEach(() => service.stop());

async function readiness(): Promise<unknown[]> {
  const { status, body } = await service.anonymous().get('/health/ready');
  return [status, body];
}

describe('whether a process is ready', () => {
  it('is answered by what it needs, all of which is there', async () => {
    expect(await readiness()).toEqual([200, { status: 'ready', checks: UP }]);
  });

  it('is no while migrations are missing, and yes when they are there', async () => {
    const dataSource = service.app.get(DataSource);
    const [last]: { id: number; timestamp: string; name: string }[] = await dataSource.query(LAST);
    await dataSource.query('DELETE FROM `migrations` WHERE `id` = ?', [last?.id]);
    const without = await readiness();
    const values = [last?.id, last?.timestamp, last?.name];
    await dataSource.query('INSERT INTO `migrations` (`id`, `timestamp`, `name`) VALUES (?, ?, ?)', values);

    const schema = `lacks ${String(last?.name)}; a restart applies what is missing`;
    expect(without).toEqual([503, { status: 'not ready', checks: { ...UP, schema } }]);
    expect(await readiness()).toEqual([200, { status: 'ready', checks: UP }]);
  });

  it('is no while its clock differs from that of the database by more than a second', async () => {
    letPass(90_000);
    const [ahead] = [await readiness(), jest.useRealTimers()];
    letPass(-2_000);
    const [behind] = [await readiness(), jest.useRealTimers()];
    const reason = /^its clock is (\d+\.\d) s (ahead of|behind) that of the database$/;
    for (const [status, body] of [ahead, behind])
      expect({ status, body }).toEqual({
        status: 503,
        body: { status: 'not ready', checks: { ...UP, process: expect.stringMatching(reason) as string } },
      });
    expect(await readiness()).toEqual([200, { status: 'ready', checks: UP }]);
  });

  it('does not depend on the clock of a tenant', async () => {
    await letPassIn(service, await service.tenant(), 90_000);
    expect(await readiness()).toEqual([200, { status: 'ready', checks: UP }]);
  });

  it('is no while it stops, though it is alive', async () => {
    service.app.get(HealthService).beforeApplicationShutdown();
    const live = await service.anonymous().get('/health/live');

    expect(await readiness()).toEqual([
      503,
      { status: 'not ready', checks: { ...UP, process: 'shutting down' } },
    ]);
    expect(live.status).toBe(200);
  });
});
