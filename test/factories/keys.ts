import type { ApiClient } from '../support/api-client.js';
import type { TestService } from '../support/service.js';

interface Key {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** A key of the tenant whose administration this is. */
export async function aKey(api: ApiClient, input: Record<string, unknown> = {}): Promise<Key> {
  const { status, body } = await api.post('/keys', { label: 'SIS', scopes: ['integration'], ...input });
  if (status !== 201) throw new Error(body.message);
  return body.data as unknown as Key;
}

/** The status of a call with this key. */
export async function statusWith(service: TestService, { apiKey, apiSecret }: Key): Promise<number> {
  const headers = { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
  return (await service.anonymous(headers).get('/api/v1/integration')).status;
}
