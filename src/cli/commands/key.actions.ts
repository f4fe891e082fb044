import type { INestApplicationContext } from '@nestjs/common';
import { Refusal } from '../../errors/refusal.js';
import { ACCESS_SCOPES, type AccessScope } from '../../http/access-scopes.js';
import { isCalendarDate, isDateTime } from '../../http/fields/formats.js';
import {
  CONNECTION_ACCOUNT_TYPES,
  type ConnectionSettings,
  connectionSettingsOf,
  VISIBILITIES,
} from '../../tenancy/connection.js';
import type { Credential } from '../../tenancy/credentials/credential.entity.js';
import { statusOf } from '../../tenancy/credentials/credential-status.js';
import { CredentialsService, type RotatedCredential } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { type Action, oneOf, table, textOf, UsageProblem, type Values } from '../command.js';
import { didYouMean } from '../near-miss.js';

function present(credential: Credential): object {
  const { apiKey, tenantId, label, scopes, rateLimit, createdAt, lastUsedAt, expiresAt, revokedAt } =
    credential;
  const { connectionId, connectionSettings } = credential;
  return {
    apiKey,
    tenantId,
    label,
    scopes: scopes.split(','),
    rateLimit,
    status: statusOf(credential, wallTime()),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    connection:
      connectionId === null ? null : { id: connectionId, ...connectionSettingsOf(connectionSettings) },
  };
}

/** @throws {UsageProblem} when a setting of a connection is given to a key without the scope `scim` */
function connectionOf(values: Values, scopes: readonly AccessScope[]): Partial<ConnectionSettings> {
  const defaultAccountType = oneOf(values, 'default-account-type', CONNECTION_ACCOUNT_TYPES);
  const visible = oneOf(values, 'visible', VISIBILITIES);
  const settings = {
    ...(defaultAccountType === undefined ? {} : { defaultAccountType }),
    ...(visible === undefined ? {} : { visible }),
    ...(values['no-adopt'] === true ? { adopts: false } : {}),
    ...(values['may-administer'] === true ? { mayAdminister: true } : {}),
  };
  if (Object.keys(settings).length > 0 && !scopes.includes('scim'))
    throw new UsageProblem('Settings of a connection need --scopes scim.');
  return settings;
}

function scopesOf(values: Values): AccessScope[] {
  const names = textOf(values, 'scopes')
    .split(/[\s,]+/)
    .filter(Boolean);
  const scopes = ACCESS_SCOPES.filter((scope) => names.includes(scope));
  if (scopes.length === 0 || scopes.length !== new Set(names).size) {
    const unknown = names.find((name) => !ACCESS_SCOPES.some((scope) => scope === name)) ?? '';
    throw new UsageProblem(
      `--scopes must be one or more of ${ACCESS_SCOPES.join(',')}, separated by commas.` +
        didYouMean(unknown, ACCESS_SCOPES),
    );
  }
  return scopes;
}

/** A date means its last moment in UTC, so that a key works on the named day. */
function expiryOf(values: Values): Date | null {
  if (values['expires'] === undefined) return null;
  const text = textOf(values, 'expires');
  if (!isCalendarDate(text) && !isDateTime(text))
    throw new UsageProblem('--expires must be a date such as 2027-06-30.');
  const at = new Date(isCalendarDate(text) ? `${text}T23:59:59.999Z` : text);
  if (at <= new Date()) throw new UsageProblem('--expires must lie in the future.');
  return at;
}

function wholeNumberOf(values: Values, name: string, fallback: number | null): number | null {
  if (values[name] === undefined) return fallback;
  const text = textOf(values, name);
  if (!/^\d{1,7}$/.test(text) || Number(text) < (name === 'overlap-hours' ? 0 : 1))
    throw new UsageProblem(`--${name} must be a whole number.`);
  return Number(text);
}

/** @throws {UsageProblem} when the key has ended */
function rotated(
  app: INestApplicationContext,
  scope: Scope,
  apiKey: string,
  hours: number,
): Promise<RotatedCredential> {
  return app
    .get(CredentialsService)
    .rotate(scope, apiKey, hours)
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new UsageProblem(error.message) : error;
    });
}

const SHOWN_ONCE = 'The secret is shown once; only a hash of it is kept.';

export const createKey: Action = async (app, values) => {
  const label = textOf(values, 'label');
  if (label.length > 100) throw new UsageProblem('--label must be at most 100 characters long.');
  const scopes = scopesOf(values);
  const connection = connectionOf(values, scopes);
  const { credential, apiSecret } = await app.get(TenancyService).createCredential({
    tenantId: textOf(values, 'tenant'),
    scopes,
    connection,
    label,
    expiresAt: expiryOf(values),
    rateLimit: wholeNumberOf(values, 'rate-limit', null),
  });
  return {
    json: { ...present(credential), apiSecret },
    text: [
      `key     ${credential.apiKey}`,
      `secret  ${apiSecret}`,
      ...(scopes.includes('scim') ? [`token   ${credential.apiKey}.${apiSecret}`] : []),
      SHOWN_ONCE,
    ].join('\n'),
  };
};

export const listKeys: Action = async (app, values) => {
  const credentials = await app.get(TenancyService).listCredentials(textOf(values, 'tenant'));
  const rows = credentials.map((credential) => [
    credential.apiKey,
    credential.label,
    credential.scopes,
    statusOf(credential, wallTime()),
    credential.lastUsedAt?.toISOString() ?? 'never',
    credential.expiresAt?.toISOString() ?? 'never',
  ]);
  return {
    json: credentials.map(present),
    text: table(['key', 'label', 'scopes', 'status', 'last used', 'expires'], rows),
  };
};

export const revokeKey: Action = async (app, _, [apiKey = '']) => {
  const scope = await app.get(TenancyService).scopeOfKey(apiKey);
  const credential = await app.get(CredentialsService).revoke(scope, apiKey);
  return {
    json: present(credential),
    text: `${credential.label} (${credential.apiKey}) is revoked; it is refused within 5 seconds.`,
  };
};

export const rotateKey: Action = async (app, values, [apiKey = '']) => {
  const hours = wholeNumberOf(values, 'overlap-hours', 24) ?? 24;
  const scope = await app.get(TenancyService).scopeOfKey(apiKey);
  const { credential, apiSecret, previous } = await rotated(app, scope, apiKey, hours);
  return {
    json: { ...present(credential), apiSecret, previous: present(previous) },
    text: [
      `key     ${credential.apiKey}`,
      `secret  ${apiSecret}`,
      SHOWN_ONCE,
      `The old key works until ${previous.expiresAt?.toISOString() ?? 'revoked'}.`,
    ].join('\n'),
  };
};
