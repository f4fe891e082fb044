import { t } from '@lingui/core/macro';

import type { ApiKeyDto, IssuedKeyDto } from '../api/openapi';

export type AccessScope = ApiKeyDto['scopes'][number];

export const SCOPES: Readonly<Record<AccessScope, { readonly label: string; readonly hint: string }>> = {
  integration: { label: t`Integration`, hint: t`For the SIS or CRM: includes Users, Progress and Sync.` },
  users: { label: t`Users`, hint: t`Reads and writes users; reads runs and held de-provisionings.` },
  progress: { label: t`Progress`, hint: t`Reads the doctoral progress of all students.` },
  sync: { label: t`Sync`, hint: t`Reads the sync queue, replays items and reports their results.` },
  workflow: {
    label: t`Workflow`,
    hint: t`For the platform's own review workflows: writes submissions and progress.`,
  },
  scim: { label: 'SCIM', hint: t`For an identity provider such as Entra ID or Okta: provisions people.` },
  sandbox: {
    label: t`Sandbox`,
    hint: t`For QA engineers: makes universities to test with. It reaches nothing of this university.`,
  },
};

export const KEY_STATUSES: Readonly<Record<ApiKeyDto['status'], string>> = {
  active: t`Active`,
  expiring: t`Expiring soon`,
  replaced: t`Replaced, still works`,
  expired: t`Expired`,
  revoked: t`Revoked`,
};

/** Whether the API still accepts the key. */
export function works({ status }: Pick<ApiKeyDto, 'status'>): boolean {
  return status !== 'expired' && status !== 'revoked';
}

/** A call that works when pasted into a terminal, whatever the scopes of the key. */
export function curlLine({ apiKey, apiSecret }: Pick<IssuedKeyDto, 'apiKey' | 'apiSecret'>): string {
  const headers = `-H 'X-Service-API-Key: ${apiKey}' -H 'X-Service-API-Secret: ${apiSecret}'`;
  return `curl -s ${headers} ${window.location.origin}/api/v1/integration`;
}
