import type { Row } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import type { IssuedKey, TestService } from '../support/service.js';
import { inRun } from './deprovisioning-limits.js';

/** What a call that finishes a run has answered. */
export interface Finished {
  readonly status: number;
  readonly code: unknown;
  readonly message: string;
  readonly data: Row;
}

/** Sends these people in a run, which is not finished. @returns the lines of the answer */
export function sendRun(
  service: TestService,
  key: IssuedKey,
  run: string,
  rows: readonly unknown[],
): Promise<Row[]> {
  return inRun(service, key, run).bulk('/users/bulk', [...rows]);
}

export async function finishRun(
  { sis }: { readonly sis: ApiClient },
  run: string,
  body: object = {},
): Promise<Finished> {
  const answer = await sis.post(`/runs/${run}/finish`, body);
  const { error, message, data } = answer.body;
  return { status: answer.status, code: (error as Row | undefined)?.['code'], message, data };
}

/** Sends a run that names everyone of these account types who is active, and finishes it. */
export async function completeRun(
  service: TestService,
  tenant: IssuedKey & { readonly sis: ApiClient },
  run: string,
  rows: readonly unknown[],
  complete: object = {},
): Promise<Finished> {
  await sendRun(service, tenant, run, rows);
  return finishRun(tenant, run, { complete: { accountTypes: ['Student'], ...complete } });
}
