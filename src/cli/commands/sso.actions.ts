import { readFile } from 'node:fs/promises';
import type { PublicSignOn } from '../../auth/sso/sign-on-settings.service.js';
import { SignOnSettingsService } from '../../auth/sso/sign-on-settings.service.js';
import { SignOnAddresses } from '../../auth/sso/sign-on-addresses.js';
import { Refusal } from '../../errors/refusal.js';
import { type Action, type CommandResult, textOf, UsageProblem, type Values } from '../command.js';
import { tenantScope } from '../tenant-scope.js';
import { learnAddress, UNKNOWN_ADDRESS } from '../service-address.js';
import { SETTINGS } from './sso.options.js';

const LONGEST_SECRET = 900;

async function secretIn(file: string): Promise<string> {
  const secret = await readFile(file, 'utf8').catch(() => {
    throw new UsageProblem('--client-secret-file cannot be read.');
  });
  const trimmed = secret.trim();
  if (trimmed === '' || Buffer.byteLength(trimmed) > LONGEST_SECRET)
    throw new UsageProblem(
      `--client-secret-file must hold the secret and nothing else, at most ${LONGEST_SECRET} bytes.`,
    );
  return trimmed;
}

/** @param redirectUri null when the address of the service is not known */
function describe(
  tenantId: string,
  settings: PublicSignOn | undefined,
  redirectUri: string | null,
): CommandResult {
  if (settings === undefined)
    return {
      json: { tenantId, enabled: false },
      text: 'Single sign-on is off; people log in with a password.',
    };
  const { issuer } = settings;
  if (settings.protocol === 'saml')
    return {
      json: { tenantId, enabled: true, ...settings },
      text: `Single sign-on by SAML at ${issuer}; an administrator has set it up in the pages.`,
    };
  const { clientId } = settings;
  const redirection =
    redirectUri === null
      ? `The provider must know a redirect address: ${UNKNOWN_ADDRESS} to read it here.`
      : `The provider must know this redirect address:\n${redirectUri}`;
  return {
    json: { tenantId, enabled: true, ...settings, redirectUri },
    text: `Single sign-on by ${issuer} as ${clientId}.\n${redirection}`,
  };
}

function isOff(values: Values): boolean {
  const given = SETTINGS.filter((name) => values[name] !== undefined);
  const off = values['off'] === true;
  if (off ? given.length > 0 : given.length > 0 && given.length < SETTINGS.length)
    throw new UsageProblem('Give --issuer, --client-id and --client-secret-file together, or --off alone.');
  return off;
}

export const tenantSso: Action = async (app, values, [tenantId = '']) => {
  const scope = await tenantScope(app, tenantId);
  const settings = app.get(SignOnSettingsService);
  if (isOff(values)) await settings.turnOff(scope);
  else if (values['issuer'] !== undefined) {
    const clientId = textOf(values, 'client-id');
    if (clientId.length > 255) throw new UsageProblem('--client-id must be at most 255 characters long.');
    const clientSecret = await secretIn(textOf(values, 'client-secret-file'));
    await settings
      .set(scope, { issuer: textOf(values, 'issuer'), clientId, clientSecret })
      .catch((error: unknown) => {
        throw error instanceof Refusal ? new UsageProblem(error.message) : error;
      });
  }
  const redirectUri = (await learnAddress(app)) ? app.get(SignOnAddresses).redirectUri : null;
  return describe(tenantId, await settings.show(scope), redirectUri);
};
