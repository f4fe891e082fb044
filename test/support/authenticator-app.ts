import { Secret, TOTP } from 'otpauth';

import { PASSWORD } from './administrators.js';
import type { ApiClient } from './api-client.js';

/** Each code of an app is shown for so long. */
export const PERIOD = 30_000;

interface App {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** The code that an app shows at this moment of the service. */
export function codeOf(secret: unknown, periods = 0): string {
  const timestamp = Date.now() + periods * PERIOD;
  return new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp });
}

/** Adds an app to the account of the session; `proof` is what else is asked for beside the password. */
export async function addApp(api: ApiClient, proof: object = {}): Promise<App> {
  const begun = await api.post('/account/second-factor', { currentPassword: PASSWORD, ...proof });
  const secret = String(begun.body.data['secret']);
  const confirmed = await api.post('/account/second-factor/confirm', { code: codeOf(secret) });
  if (confirmed.status !== 200) throw new Error(confirmed.body.message);
  return { secret, recoveryCodes: confirmed.body.data['recoveryCodes'] as string[] };
}
