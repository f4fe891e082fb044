import { aTenantThat } from '../factories/conflicts.js';
import { type Row, rowsOf } from './answers.js';
import { Administrators } from './administrators.js';
import type { Answer, ApiClient, Body } from './api-client.js';
import type { TestService, TestTenant } from './service.js';

/** A tenant's caller, and an administrator who decides about its conflicts. */
export interface Inbox {
  readonly tenant: TestTenant;
  readonly sis: ApiClient;
  readonly api: ApiClient;
  readonly actor: string;
}

export async function anInbox(
  service: TestService,
  settings: Parameters<typeof aTenantThat>[1],
): Promise<Inbox> {
  const tenant = await aTenantThat(service, settings);
  const { api, actor } = await new Administrators(service).open(tenant, {
    firstName: 'Bo',
    lastName: 'Cruz',
  });
  return { tenant, sis: tenant.sis, api, actor };
}

/** What was sent, without its number, which is not stored under that name. */
export function storedOf(sent: Row): Row {
  return Object.fromEntries(Object.entries(sent).filter(([field]) => field !== 'externalId'));
}

export const metaOf = ({ body }: Answer<Body>): Row => body.meta;

export const pathOf = (id: unknown): string => `/users/${encodeURIComponent(String(id))}`;

export async function idOf({ sis }: Pick<Inbox, 'sis'>, { externalId }: Row): Promise<string> {
  return String((await sis.get(pathOf(externalId))).body.data['id']);
}

/** The only conflict of the tenant. */
export async function soleConflict({ api }: Inbox): Promise<Row> {
  const rows = rowsOf(await api.get('/conflicts'));
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}

export async function conflictNow({ api }: Inbox, id: unknown): Promise<Row> {
  return (await api.get(`/conflicts/${String(id)}`)).body.data;
}

export function decide({ api }: Inbox, id: unknown, decision: string, note?: string): Promise<Answer<Body>> {
  return api.post(`/conflicts/${String(id)}/decide`, { decision, ...(note === undefined ? {} : { note }) });
}

export function takeBack({ api }: Inbox, id: unknown): Promise<Answer<Body>> {
  return api.post(`/conflicts/${String(id)}/undo`, {});
}
