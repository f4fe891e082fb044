import type { Row } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import type { TestService, TestTenant } from '../support/service.js';

type Caller = Pick<TestTenant, 'sis'>;

/**
 * Posts a person, who is stored.
 * @returns the ID
 */
export async function storedId({ sis }: Caller, input: object): Promise<string> {
  const { status, body } = await sis.post('/users', input);
  if (status > 202) throw new Error(`users answered ${status}: ${JSON.stringify(body)}`);
  return String(body.data['id']);
}

/** A person as the SIS reads them, by ID or number. */
export async function userOf({ sis }: Caller, id: unknown): Promise<Row> {
  const { status, body } = await sis.get(`/users/${encodeURIComponent(String(id))}`);
  if (status !== 200) throw new Error(`users answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

export async function statusOf(caller: Caller, id: unknown): Promise<unknown> {
  return (await userOf(caller, id))['accountStatus'];
}

/** Status, ID, legacyNumber and meta: what an answer to a post says about identity. */
export function identityOf({ status, body }: Answer<Body>): unknown[] {
  return [status, body.data['id'], body.data['legacyNumber'], body.meta['matchedBy'], body.meta['changed']];
}

/** The summary of an upload in which nothing is held, kept or put back. */
export const summaryOf = (inserted: number, updated: number, unchanged: number, failed: number): Row => ({
  received: inserted + updated + unchanged + failed,
  inserted,
  updated,
  unchanged,
  failed,
});

/** All users of a tenant as they are stored. */
export function allUsers(service: TestService, { tenantId }: TestTenant): Promise<Row[]> {
  return service.query('SELECT * FROM `users` WHERE `tenantId` = ? ORDER BY `id`', [tenantId]);
}

/** Sends the person as stored, with these fields changed. */
export async function resend(caller: Caller, id: string, changes: object): Promise<void> {
  const { email, firstName, lastName, accountType } = await userOf(caller, id);
  await storedId(caller, { externalId: id, email, firstName, lastName, accountType, ...changes });
}
