import type { ApiKeyDto, IssuedKeyDto } from '../api/openapi';

export type AccessScope = ApiKeyDto['scopes'][number];

export const SCOPES: Readonly<Record<AccessScope, { readonly label: string; readonly hint: string }>> = {
  integration: { label: 'Integration', hint: 'For the SIS or CRM: users, progress, sync queue.' },
  workflow: { label: 'Workflow', hint: "For the platform's own review workflows: submissions." },
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

/** A call that works when pasted into a terminal. */
export function curlLine({ apiKey, apiSecret, scopes }: IssuedKeyDto): string {
  // The workflow scope opens no list; "submission not found" says that the key is right.
  const path = scopes.includes('integration') ? 'integration' : 'workflow/submissions/TRY-1';
  const headers = `-H 'X-Service-API-Key: ${apiKey}' -H 'X-Service-API-Secret: ${apiSecret}'`;
  return `curl -s ${headers} ${window.location.origin}/api/v1/${path}`;
}
