import type { FinishedRequest } from '../http/server/finished-request.js';
import { timeOf } from '../tenancy/time/tenant-clock.js';

/** The request with its time by the clock of its tenant, for what is kept of it by days. */
export function byTenantClock(finished: FinishedRequest): FinishedRequest {
  const clock = finished.request.caller?.clock ?? null;
  return clock === null ? finished : { ...finished, at: timeOf(clock, finished.at) };
}
