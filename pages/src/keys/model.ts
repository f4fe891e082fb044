export const SCOPES = [
  {
    value: 'integration',
    label: 'Integration',
    hint: 'For the SIS or CRM: users, progress, sync queue.',
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

/** A call that works when pasted into a terminal. */
export function curlLine({ apiKey, apiSecret, scopes }: IssuedKey): string {
  // The workflow scope opens no list; "submission not found" says that the key is right.
  const path = scopes.includes('integration') ? 'integration' : 'workflow/submissions/TRY-1';
  const headers = `-H 'X-Service-API-Key: ${apiKey}' -H 'X-Service-API-Secret: ${apiSecret}'`;
  return `curl -s ${headers} ${window.location.origin}/api/v1/${path}`;
}
