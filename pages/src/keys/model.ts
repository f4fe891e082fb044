export const SCOPES = [
  {
    value: 'integration',
    label: 'Integration',
    hint: 'For the SIS or CRM: the next three together.',
  },
  { value: 'users', label: 'Users', hint: 'Writes and reads people, runs and held de-provisionings.' },
  { value: 'progress', label: 'Progress', hint: 'Reads the doctoral progress of all students.' },
  {
    value: 'sync',
    label: 'Sync',
    hint: 'Reads the sync queue, replays its items and reports what became of them.',
  },
  { value: 'workflow', label: 'Workflow', hint: "For the platform's own review workflows: submissions." },
] as const;

/** An API key as the API lists it. */
export interface ApiKey {
  readonly id: string;
  readonly apiKey: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly rateLimit: number | null;
  readonly createdAt: string;
  readonly createdByLabel: string | null;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly status: 'active' | 'expiring' | 'expired' | 'revoked';
  readonly rotatedTo: string | null;
}

/** A new key, with its secret: the only time that anybody sees it. */
export interface IssuedKey extends ApiKey {
  readonly apiSecret: string;
}

/** Whether the key still opens anything. */
export function works({ status }: ApiKey): boolean {
  return status === 'active' || status === 'expiring';
}

/** A call that works when pasted into a terminal, whatever the scopes of the key. */
export function curlLine({ apiKey, apiSecret }: IssuedKey): string {
  const headers = `-H 'X-Service-API-Key: ${apiKey}' -H 'X-Service-API-Secret: ${apiSecret}'`;
  return `curl -s ${headers} ${window.location.origin}/api/v1/integration`;
}
