import { areKeysSound, isSound, type ReadEnvironment } from '../../config/environment.js';
import { describeUnread } from '../../config/unknown-variables.js';
import { readServerKeys, withKeysRead } from '../../secrets/read-server-keys.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import type { DoctorKeys } from './database-checks.js';
import { type Finding, findingsOf, notChecked, ok, warning } from './finding.js';

const VARIABLES = 'Variables';
const KEY = 'Server key';

export function examineVariables({ problems, unread }: ReadEnvironment): readonly Finding[] {
  const findings = problems.flatMap((one) => findingsOf(VARIABLES, one));
  if (unread.length > 0)
    findings.push(warning(VARIABLES, describeUnread(unread), 'remove them, or correct the names'));
  return findings.length > 0 ? findings : [ok(VARIABLES, 'all that are set are known and valid')];
}

/** Links of mails and invitations begin with the address, also where the service listens for a proxy. */
export function examinePublicUrl(environment: ReadEnvironment, env: NodeJS.ProcessEnv): readonly Finding[] {
  const check = 'Public address';
  const { publicUrl, publicUrlFrom } = environment.config;
  if (!isSound(environment, 'PUBLIC_URL')) return [notChecked(check, 'PUBLIC_URL is not valid')];
  if (publicUrlFrom === 'PUBLIC_URL') return [ok(check, publicUrl)];
  const found = `PUBLIC_URL is not set: links begin with ${publicUrl}`;
  const remedy = 'set PUBLIC_URL to the address that callers use';
  return [env['NODE_ENV'] === 'production' ? warning(check, found, remedy) : ok(check, found)];
}

/** A command that prints the key is run. No key is made. */
export async function examineKeys(
  environment: ReadEnvironment,
): Promise<{ readonly findings: readonly Finding[]; readonly keys: DoctorKeys }> {
  if (!areKeysSound(environment))
    return { findings: [notChecked(KEY, 'its variables are not valid')], keys: undefined };
  try {
    const config = await withKeysRead(environment.config);
    if (config.serverKey === undefined)
      return { findings: [ok(KEY, 'none yet: the first start makes one in DATA_DIR')], keys: 'none' };
    const keys = ServerKeys.of(await readServerKeys(config));
    const ids = keys.all.map(({ id }) => id).join(', and the previous one ');
    return { findings: [ok(KEY, `from ${config.serverKey.name}: ${ids}`)], keys };
  } catch (error) {
    return { findings: findingsOf(KEY, error), keys: undefined };
  }
}
