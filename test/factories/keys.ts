import type { ApiClient } from '../support/api-client.js';
import type { IssuedKey, TestService } from '../support/service.js';

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
export async function statusWith(service: TestService, key: IssuedKey): Promise<number> {
  return (await service.callerWith(key).get('/api/v1/integration')).status;
}
