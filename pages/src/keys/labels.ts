import type { ApiKeyDto, IssuedKeyDto } from '../api/openapi';

export type AccessScope = ApiKeyDto['scopes'][number];

export const SCOPES: Readonly<Record<AccessScope, { readonly label: string; readonly hint: string }>> = {
  integration: { label: 'Integration', hint: 'For the SIS or CRM: includes Users, Progress and Sync.' },
  users: { label: 'Users', hint: 'Reads and writes users; reads runs and held de-provisionings.' },
  progress: { label: 'Progress', hint: 'Reads the doctoral progress of all students.' },
  sync: { label: 'Sync', hint: 'Reads the sync queue, replays items and reports their results.' },
  workflow: {
    label: 'Workflow',
    hint: "For the platform's own review workflows: writes submissions and progress.",
  },
  scim: { label: 'SCIM', hint: 'For an identity provider such as Entra ID or Okta: provisions people.' },
};

export const KEY_STATUSES: Readonly<Record<ApiKeyDto['status'], string>> = {
  active: 'Active',
  expiring: 'Expiring soon',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** Whether the API still accepts the key. */
export function works({ status }: ApiKeyDto): boolean {
  return status === 'active' || status === 'expiring';
}

/** A call that works when pasted into a terminal, whatever the scopes of the key. */
export function curlLine({ apiKey, apiSecret }: IssuedKeyDto): string {
  const headers = `-H 'X-Service-API-Key: ${apiKey}' -H 'X-Service-API-Secret: ${apiSecret}'`;
  return `curl -s ${headers} ${window.location.origin}/api/v1/integration`;
}
