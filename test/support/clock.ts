import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { Authenticator } from '../../src/tenancy/access/authenticator.js';
import { type TenantClock, timeOf } from '../../src/tenancy/time/tenant-clock.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import type { TestService, TestTenant } from './service.js';

/** The moment so long from now, in the API's format. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** The time of the day (UTC) so long from now, such as `23:05`. */
export const timeOfDay = (ms: number): string => inMs(ms).slice(11, 16);

/**
 * Moves the clock that `Date` reads, for what the process itself remembers or measures; timers and the network keep
 * real time. It is undone after each test. For what is a tenant's, see {@link letPassIn}.
 */
export function letPass(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

/** Stops that clock, so that what asks for the day twice gets the same one, also at midnight. */
export function stopClock(): void {
  letPass(0);
}

/** Moves the clock of one tenant; the time of the process and of other tenants stays. */
export async function letPassIn(
  { app }: TestService,
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  ms: number,
): Promise<void> {
  const tenancy = app.get(TenancyService);
  const { clock } = await tenancy.findTenant(tenantId);
  const wall = new Date();
  const now = new Date(timeOf(clock, wall).getTime() + ms);
  await setClock(app, tenantId, { now: now.toISOString(), setAt: wall.toISOString(), frozen: false });
}

/** Stops the clock of one tenant at a moment. */
export async function stopClockOf(
  { app }: TestService,
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  at: Date,
): Promise<void> {
  await setClock(app, tenantId, { now: at.toISOString(), setAt: at.toISOString(), frozen: true });
}

async function setClock(app: TestService['app'], tenantId: string, clock: TenantClock): Promise<void> {
  await app
    .get(DataSource)
    .query('UPDATE `tenants` SET `clock` = ? WHERE `id` = ?', [JSON.stringify(clock), tenantId]);
  // Of a tenant that is no sandbox a process remembers the clock for some seconds.
  const credentials = await app.get(TenancyService).listCredentials(tenantId);
  for (const { apiKey } of credentials) app.get(Authenticator).forget(apiKey);
}
