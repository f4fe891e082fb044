import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { DataSource } from 'typeorm';

import { AlertWebhooks } from '../../../src/alerts/webhooks/alert-webhooks.service.js';
import { AlertSettingsService } from '../../../src/alerts/settings/alert-settings.service.js';
import { SignOnSettingsService } from '../../../src/auth/sso/sign-on-settings.service.js';
import { type SignOnTicket, SignOnTickets } from '../../../src/auth/sso/sign-on-ticket.js';
import { KeyedHashes } from '../../../src/secrets/keyed-hashes.js';
import type { RotationStatus } from '../../../src/secrets/rotation/key-rotation.service.js';
import { serverKeyOf, ServerKeys } from '../../../src/secrets/server-keys.js';
import type { Scope } from '../../../src/tenancy/scope.js';
import { explainStart } from '../../../src/startup/explain-start.js';
import { person } from '../../factories/person.js';
import { Administrators, Browser, PASSWORD } from '../../support/administrators.js';
import { letPass } from '../../support/clock.js';
import type { Answer, Body } from '../../support/api-client.js';
import { keepSecrets } from '../../support/evidence.js';
import { exchange } from '../../support/exchange.js';
import { OwnDatabase } from '../../support/own-database.js';
import { bearer, connect, type TestConnection } from '../../support/scim.js';
import { BEHIND_A_PROXY, TestService, type TestTenant } from '../../support/service.js';
import { cli } from '../../support/terminal.js';
import { until } from '../../support/until.js';

const database = new OwnDatabase('server_key');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEBHOOK_PATH = '/hooks/secret-of-the-webhook';
/** Of a webhook whose address was read. */
const NOT_REACHED = 'The webhook could not be reached, or closed the connection.';
const CLIENT_SECRET = 'client-secret-of-the-provider';
const TICKET: SignOnTicket = { tenantId: 't', state: 's', nonce: 'n', codeVerifier: 'v' };

const running: TestService[] = [];
/** The key with which the database is used. */
let inUse = newKey();

function newKey(): string {
  return randomBytes(32).toString('hex');
}

function idOf(key: string): string {
  return serverKeyOf(key).id;
}

async function start(key: string, previous = ''): Promise<TestService> {
  const env = {
    DATABASE_URL: database.url,
    SERVER_KEY: key,
    SERVER_KEY_PREVIOUS: previous,
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
    ...BEHIND_A_PROXY,
  };
  const service = await TestService.start(env);
  running.push(service);
  return service;
}

async function stop(service: TestService): Promise<void> {
  running.splice(running.indexOf(service), 1);
  await service.stop();
}

/** The line of an operator whose service does not start. */
async function refusalOf(key: string, previous = ''): Promise<string> {
  return start(key, previous).then(
    () => 'it started',
    (error: unknown) => explainStart(error).text,
  );
}

/** A command with the current and the previous key. */
async function serverKey(words: string, key: string, previous = ''): Promise<Record<string, unknown>> {
  const env = { DATABASE_URL: database.url, SERVER_KEY: key, SERVER_KEY_PREVIOUS: previous };
  const { code, stdout, stderr } = await cli(['server-key', ...words.split(' '), '--json'], env);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Changes the key and forgets the one before. */
async function rotateTo(key: string): Promise<void> {
  await stop(await start(key, inUse));
  await serverKey('rotate', key, inUse);
  inUse = key;
}

async function keyIdOf(service: TestService, apiKey: string): Promise<string | null> {
  const sql = 'SELECT `secretKeyId` FROM `credentials` WHERE `apiKey` = ?';
  const [row] = await service.app.get(DataSource).query<{ secretKeyId: string | null }[]>(sql, [apiKey]);
  return row?.secretKeyId ?? null;
}

/** Calls with the key and its secret. */
async function statusOf(service: TestService, key: TestTenant): Promise<number> {
  return (await service.callerWith(key).get('/api/v1/integration/progress?limit=1')).status;
}

async function tokenOf(service: TestService, client: { apiKey: string; apiSecret: string }): Promise<string> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const form = {
    grant_type: 'client_credentials',
    client_id: client.apiKey,
    client_secret: client.apiSecret,
  };
  const { text } = await exchange(
    `${service.baseUrl}/oauth/token`,
    'POST',
    headers,
    new URLSearchParams(form).toString(),
  );
  const token = String((JSON.parse(text) as Record<string, unknown>)['access_token']);
  keepSecrets('access token', [token]);
  return token;
}

async function tokenStatus(service: TestService, token: string): Promise<number> {
  return (await bearer(service, token).get('/ServiceProviderConfig')).status;
}

/** The code that an app shows now, or in the next period. */
function codeOf(secret: string, periods = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + periods * 30_000,
  });
}

/** What an integrator, an administrator and a monitoring system have in their hands. */
interface Furnished {
  readonly tenant: TestTenant;
  readonly unused: TestTenant;
  readonly connection: TestConnection;
  readonly accessToken: string;
  readonly email: string;
  readonly browser: Browser;
  readonly totpSecret: string;
  readonly recoveryCodes: readonly string[];
  readonly cursor: string;
  readonly monitoringToken: string;
  readonly ticket: string;
  readonly tombstone: Buffer;
  /** The id of a webhook. */
  readonly webhook: string;
}

async function furnish(service: TestService): Promise<Furnished> {
  const tenant = await service.tenant();
  const admins = new Administrators(service);
  const connection = await connect(service, tenant);
  await tenant.sis.post('/users', person({ accountType: 'Student' }));
  await tenant.sis.post('/users', person({ accountType: 'Student' }));
  const { email } = await admins.make(tenant);
  const browser = await admins.browser(email);
  const begun = await browser.api.post('/account/second-factor', { currentPassword: PASSWORD });
  const totpSecret = String(begun.body.data['secret']);
  const confirmed = await browser.api.post('/account/second-factor/confirm', { code: codeOf(totpSecret) });
  const scope = await service.scope(tenant);
  const signOn = { issuer: 'https://login.example.edu', clientId: 'app', clientSecret: CLIENT_SECRET };
  await service.app.get(SignOnSettingsService).set(scope, signOn);
  const page = await tenant.sis.get('/progress?limit=1');
  return {
    tenant,
    unused: await service.anotherCaller(tenant),
    connection,
    accessToken: await tokenOf(service, connection),
    email,
    browser,
    totpSecret,
    recoveryCodes: confirmed.body.data['recoveryCodes'] as string[],
    cursor: String(page.body.meta['nextCursor']),
    monitoringToken: await service.app.get(AlertSettingsService).makeToken(scope),
    ticket: new SignOnTickets(service.app.get(ServerKeys)).issue(TICKET).value,
    tombstone: service.app.get(KeyedHashes).of('tombstones', email),
    webhook: await aWebhook(service, scope),
  };
}

/** At a port of this machine at which nothing listens. */
async function aWebhook(service: TestService, scope: Scope): Promise<string> {
  const input = { kind: 'plain', name: 'Desk', url: `https://127.0.0.1:1${WEBHOOK_PATH}` } as const;
  const { webhook } = await service.app.get(AlertWebhooks).add(scope, input);
  return webhook.id;
}

/** Whether the service can read the address and the secret of the webhook, and so has called it. */
async function testOfWebhook(service: TestService, { tenant, webhook }: Furnished): Promise<string | null> {
  return service.app.get(AlertWebhooks).test(await service.scope(tenant), webhook);
}

function browserAt(service: TestService, { cookie, csrfToken }: Browser): Browser {
  return new Browser(service, cookie, csrfToken);
}

function login(service: TestService, email: string, code: string): Promise<Answer<Body>> {
  return new Administrators(service).login(email, { code });
}

async function clientSecretOf(service: TestService, { tenant }: Furnished): Promise<string | undefined> {
  const account = await service.app.get(SignOnSettingsService).account(await service.scope(tenant));
  return account?.protocol === 'openid' ? account.clientSecret : undefined;
}

function countsOf(status: Record<string, unknown>, part: 'sealed' | 'hashes', kind: string): number[] {
  const found = (status as unknown as RotationStatus)[part].find((one) => one.kind === kind);
  return found === undefined ? [] : [found.current, found.previous, found.unreadable];
}

beforeAll(async () => {
  await database.drop();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});

afterAll(() => database.drop());

it('everything that was made under the key before works beside the new key', async () => {
  const before = await start(inUse);
  const had = await furnish(before);
  await stop(before);
  const [old, next] = [inUse, newKey()];
  inUse = next;

  const service = await start(next, old);

  expect(await statusOf(service, had.tenant)).toBe(200);
  expect(await tokenStatus(service, had.accessToken)).toBe(200);
  const rest = await service
    .callerWith(had.tenant)
    .get(`/api/v1/integration/progress?limit=1&cursor=${had.cursor}`);
  expect({ status: rest.status, keys: (rest.body.data as unknown as unknown[]).length }).toEqual({
    status: 200,
    keys: 1,
  });
  const browser = browserAt(service, had.browser);
  expect((await browser.whoAmI()).status).toBe(200);
  expect((await login(service, had.email, had.recoveryCodes[0] ?? '')).status).toBe(200);
  expect(await clientSecretOf(service, had)).toBe(CLIENT_SECRET);
  expect(new SignOnTickets(service.app.get(ServerKeys)).read(had.ticket)).toEqual(TICKET);
  const alerts = service.app.get(AlertSettingsService);
  expect(await alerts.tenantOfToken(had.monitoringToken)).toBe(had.tenant.tenantId);
  expect(await testOfWebhook(service, had)).toBe(NOT_REACHED);
  expect(service.app.get(KeyedHashes).of('tombstones', had.email)).toEqual(had.tombstone);
  // A change with the CSRF token that the page got under the key before.
  expect((await browser.logout()).status).toBe(200);
  await serverKey('rotate', next, old);
});

it('once what is used was used, and what is sealed was sealed again, the key before is not needed', async () => {
  const before = await start(inUse);
  const had = await furnish(before);
  await stop(before);
  const [old, next] = [inUse, newKey()];
  const during = await start(next, old);
  const dry = await serverKey('rotate --dry-run', next, old);
  expect(
    countsOf(await serverKey('status', next, old), 'sealed', 'client secrets of single sign-on')[0],
  ).toBe(0);
  await serverKey('rotate', next, old);
  const again = await serverKey('rotate', next, old);
  inUse = next;

  expect(await statusOf(during, had.tenant)).toBe(200);
  await until(
    'the key of the SIS has the next ID',
    async () => (await keyIdOf(during, had.tenant.apiKey)) === idOf(next),
  );
  const newToken = await tokenOf(during, had.connection);
  await until(
    'the connection has the next ID',
    async () => (await keyIdOf(during, had.connection.apiKey)) === idOf(next),
  );
  await during.app.get(AlertSettingsService).tenantOfToken(had.monitoringToken);
  const status = await serverKey('status', next, old);
  await stop(during);

  const after = await start(next);
  expect(await statusOf(after, had.tenant)).toBe(200);
  expect(await tokenStatus(after, newToken)).toBe(200);
  expect((await browserAt(after, had.browser).whoAmI()).status).toBe(200);
  expect((await login(after, had.email, codeOf(had.totpSecret, 1))).status).toBe(200);
  expect(await clientSecretOf(after, had)).toBe(CLIENT_SECRET);
  const alerts = after.app.get(AlertSettingsService);
  expect(await alerts.tenantOfToken(had.monitoringToken)).toBe(had.tenant.tenantId);
  expect(await testOfWebhook(after, had)).toBe(NOT_REACHED);
  expect(after.app.get(KeyedHashes).candidates('tombstones', had.email)).toEqual([had.tombstone]);

  expect(JSON.stringify(dry)).toContain('"kind":"secrets of authenticator apps","sealedAgain"');
  expect((again['sealed'] as { sealedAgain: number }[]).map(({ sealedAgain }) => sealedAgain)).toEqual(
    (again['sealed'] as unknown[]).map(() => 0),
  );
  // What the status said would be lost: a key that no call has used, and recovery codes.
  expect(status['isPreviousNeeded']).toBe(true);
  expect(countsOf(status, 'sealed', 'secrets of authenticator apps')[1]).toBe(0);
  expect(JSON.stringify(status)).toContain(had.unused.apiKey);
  expect(JSON.stringify(status)).not.toContain(had.tenant.apiKey);
  expect(await statusOf(after, had.unused)).toBe(401);
  expect((await login(after, had.email, had.recoveryCodes[0] ?? '')).status).toBe(401);
});

it('two processes accept what the other one issues while one of them still has the key before', async () => {
  const [old, next] = [inUse, newKey()];
  const first = await start(old, next);
  const second = await start(next, old);
  inUse = next;

  const [byFirst, bySecond] = [await first.tenant(), await second.tenant()];
  expect(await statusOf(second, byFirst)).toBe(200);
  expect(await statusOf(first, bySecond)).toBe(200);
  await until('the key has the next ID', async () => (await keyIdOf(second, byFirst.apiKey)) === idOf(next));
  expect(await statusOf(first, byFirst)).toBe(200);

  // The process with the key before does not hash it again under that key.
  expect(await keyIdOf(first, bySecond.apiKey)).toBe(idOf(next));
  expect(await keyIdOf(first, byFirst.apiKey)).toBe(idOf(next));
});

/** How far an erasure is when so much time has passed. */
async function erasureOf(service: TestService, userId: string, passed: number): Promise<unknown> {
  letPass(passed);
  await service.run('erasures').finally(() => jest.useRealTimers());
  const [row] = await service.app
    .get(DataSource)
    .query<{ state: string }[]>('SELECT `state` FROM `erasures` WHERE `userId` = ?', [userId]);
  return row?.state;
}

describe('a key that does not fit the database', () => {
  it('stops a start, and a command, with what to do', async () => {
    await stop(await start(inUse));
    const wrong = newKey();
    const line = await refusalOf(wrong);
    expect(line).toContain(`The key in use has the ID ${idOf(inUse)} `);
    expect(line).toContain(`this process has ${idOf(wrong)}; set SERVER_KEY to the key in use.`);
    const env = { DATABASE_URL: database.url, SERVER_KEY: wrong };
    const { code, stderr } = await cli(['tenant', 'list'], env);
    expect({ code, stderr: stderr.trim() }).toEqual({ code: 1, stderr: line });
  });

  it('is the one before, once the key was changed', async () => {
    await stop(await start(inUse));
    const old = inUse;
    await rotateTo(newKey());
    expect(await refusalOf(old)).toContain('The server key does not fit this database.');
  });

  it('can be taken when the key in use is lost, and what was made before is not valid', async () => {
    const service = await start(inUse);
    const tenant = await service.tenant();
    await stop(service);
    const key = newKey();
    await expect(serverKey('adopt', key)).rejects.toThrow('--yes must be given');
    await serverKey('adopt --yes', key);
    inUse = key;
    const after = await start(key);
    expect(await statusOf(after, tenant)).toBe(401);
    expect(await statusOf(after, await after.tenant())).toBe(200);
  });

  it('keeps out the people who were erased under it, and finishes their erasures, once it is found again', async () => {
    const service = await start(inUse);
    const tenant = await service.tenant();
    const input = person();
    const id = String((await tenant.sis.post('/users', input)).body.data['id']);
    const { api } = await new Administrators(service).open(tenant);
    const plan = await api.post(`/users/${id}/erase`, { dryRun: true });
    await api.post(`/users/${id}/erase`, { token: plan.body.data['token'] });
    await stop(service);
    const [lost, key] = [inUse, newKey()];
    await serverKey('adopt --yes', key);
    inUse = key;
    const refusal = async (at: TestService): Promise<unknown[]> => {
      const { status, body } = await at.callerWith(tenant).post('/api/v1/integration/users', input);
      return [status, body.error.code];
    };
    const without = await start(key);
    expect(await erasureOf(without, id, 2 * MINUTE_MS)).toBe('checking');
    await stop(without);
    const after = await start(key, lost);
    expect(await erasureOf(after, id, 2 * DAY_MS)).toBe('finished');
    expect(await refusal(after)).toEqual([409, 'ERASED']);
    await stop(after);
    await serverKey('rotate', key, lost);
    // The hash of the secret was made anew by the call before.
    expect(await refusal(await start(key))).toEqual([409, 'ERASED']);
  });
});

it('a key file that others may read stops a start, with its mode and the command that helps', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'server-key-'));
  try {
    const file = join(folder, 'key');
    await writeFile(file, `${inUse}\n`);
    await chmod(file, 0o644);
    const env = { DATABASE_URL: database.url, SERVER_KEY: '', SERVER_KEY_FILE: file };
    const line = `SERVER_KEY_FILE: ${file} has mode 0644, so that others may read the key; run: chmod 0600 ${file}`;
    await expect(TestService.start(env)).rejects.toThrow(line);
    await chmod(file, 0o600);
    running.push(await TestService.start(env));
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('a copy of the database', () => {
  /** Columns whose names mention a secret, and what is in them. */
  const SECRET_COLUMNS = {
    'alert_settings.tokenHash': 'HMAC under the server key',
    'alert_settings.tokenKeyId': 'the ID of that key',
    'alert_settings.tokenMadeAt': 'a time',
    'alert_webhooks.sealedSecret': 'sealed under the server key',
    'alert_webhooks.sealedUrl': 'sealed under the server key',
    'audit_person_keys.sealedKey': 'sealed under the server key',
    'credentials.formerSecretHash': 'HMAC under the server key before',
    'credentials.secretHash': 'HMAC under the server key',
    'credentials.secretKeyId': 'the ID of that key',
    'erasures.sealedKeys': 'sealed under the server key',
    'invitations.tokenHash': 'SHA-256 of 256 random bits',
    'key_handovers.tokenHash': 'SHA-256 of 256 random bits',
    'passwords.hash': 'Argon2id',
    'recovery_codes.codeHash': 'HMAC under the server key',
    'sandboxes.passwordHash': 'Argon2id',
    'second_factors.sealedSecret': 'sealed under the server key',
    'server_keys.sealedHashKey': 'sealed under the server key',
    'sessions.tokenHash': 'SHA-256 of 256 random bits',
    'sign_on_drafts.sealedSecret': 'sealed under the server key',
    'sign_on_settings.sealedSecret': 'sealed under the server key',
  };
  const SUSPECT = /secret|token|password|sealed|codeHash|privateKey|seed$/i;
  const NO_SECRETS = new Set(['key_days.wrongSecrets', 'sandbox_templates.seed', 'sandboxes.seed']);

  it('has secrets in known columns only', async () => {
    const service = await start(inUse);
    const columns = await service.app.get(DataSource).query<{ name: string }[]>(
      `SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS \`name\` FROM information_schema.COLUMNS
        WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1`,
    );
    const suspect = columns
      .map(({ name }) => name)
      .filter((name) => SUSPECT.test(name.split('.')[1] ?? '') || name === 'passwords.hash')
      .filter((name) => !NO_SECRETS.has(name));
    expect(suspect.sort()).toEqual(Object.keys(SECRET_COLUMNS).sort());
  });

  it('reveals no secret that the service gave out or was given', async () => {
    const service = await start(inUse);
    const had = await furnish(service);
    const source = service.app.get(DataSource);
    const tables = await source.query<{ name: string }[]>(
      'SELECT TABLE_NAME AS `name` FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await source.query<Record<string, unknown>[]>(`SELECT * FROM \`${name}\``);
      for (const value of rows.flatMap((row) => Object.values(row)))
        texts.push(Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value));
    }
    const copy = texts.join('\n');
    const secrets = {
      serverKey: inUse,
      apiSecret: had.tenant.apiSecret,
      accessToken: had.accessToken.split('.')[1] ?? '',
      sessionToken: had.browser.cookie.split('=')[1] ?? '',
      csrfToken: had.browser.csrfToken,
      totpSecret: had.totpSecret,
      recoveryCode: had.recoveryCodes[0] ?? '',
      plainRecoveryCode: (had.recoveryCodes[0] ?? '').replace('-', ''),
      clientSecret: CLIENT_SECRET,
      monitoringToken: had.monitoringToken,
      webhookPath: WEBHOOK_PATH,
      password: PASSWORD,
    };
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length).toBeGreaterThan(9);
      const forms = [
        secret,
        ...(['base64', 'base64url', 'hex'] as const).map((form) => Buffer.from(secret).toString(form)),
      ];
      expect({ name, found: forms.filter((form) => copy.includes(form)) }).toEqual({ name, found: [] });
    }
    expect(copy).toContain(had.email);
  });
});
