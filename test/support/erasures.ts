import { jest } from '@jest/globals';

import type { ApiClient } from './api-client.js';
import { letPass } from './clock.js';
import type { TestService } from './service.js';

/** An erasure looks once more for what was in flight, a minute after it was asked for. */
const LATER_MS = 120_000;

/** Asks for the erasure of a person by the token of its plan. */
export async function beginErasure(api: ApiClient, id: string): Promise<void> {
  const { token } = (await api.post(`/users/${id}/erase`, { dryRun: true })).body.data;
  const { status, body } = await api.post(`/users/${id}/erase`, { token });
  if (status !== 202) throw new Error(JSON.stringify(body));
}

/** Erases a person to the end. */
export async function eraseToTheEnd(service: TestService, api: ApiClient, id: string): Promise<void> {
  await beginErasure(api, id);
  await finishErasures(service);
  const { state } = (await api.get(`/users/${id}/erase`)).body.data;
  if (state !== 'finished') throw new Error(`The erasure of ${id} is ${String(state)}`);
}

/** Does the erasures of all tenants to the end, as if two minutes were over. */
export async function finishErasures(service: TestService): Promise<void> {
  await service.run('erasures');
  letPass(LATER_MS);
  await service.run('erasures').finally(() => jest.useRealTimers());
}
