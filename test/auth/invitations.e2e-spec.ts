import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { InvitationsService } from '../../src/auth/administrators/invitations.service.js';
import { readConfig } from '../../src/config/environment.js';
import { forgetAddress, keepAddress } from '../../src/startup/kept-address.js';
import { person } from '../factories/person.js';
import { Administrators, Browser, newEmail, PASSWORD } from '../support/administrators.js';
import { refusalOf, refused } from '../support/answers.js';
import type { Answer, Body } from '../support/api-client.js';
import { auditOf } from '../support/audit.js';
import { letPassIn } from '../support/clock.js';
import { close, listen } from '../support/loopback.js';
import { TestService, type TestTenant } from '../support/service.js';
import type { Ended } from '../support/service-process.js';
import { cli } from '../support/terminal.js';

const HOUR = 3_600_000;
const GONE = [404, 'NOT_FOUND', 'This invitation is no longer valid; ask an administrator for a new one.'];

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let email: string;
let externalId: string;

beforeEach(async () => {
  tenant = await service.tenant();
  [email, externalId] = [newEmail(), 'T-1'];
  await tenant.sis.post('/users', person({ accountType: 'Staff', email, externalId }));
});

const outcome = (answer: Answer<Body>): unknown[] => (answer.status === 200 ? [200] : refusalOf(answer));

const show = (token: string): Promise<Answer<Body>> =>
  service.anonymous().post('/api/v1/admin/invitations/show', { token });

describe('an invitation', () => {
  it('shows whom it is for, sets the password and opens a session', async () => {
    const { link, expiresAt } = await admins.invite(tenant, email);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/admin\/#\/invitation\?token=[\w-]{43}$/);
    expect(new URL(link).port).toBe(new URL(service.baseUrl).port);
    expect(Math.round((expiresAt.getTime() - Date.now()) / HOUR)).toBe(72);
    const token = link.split('token=')[1] ?? '';
    const shown = await show(token);
    expect(shown.body).toEqual({ success: true, data: { email, firstName: 'Ann', lastName: 'Lee' } });
    const accepted = await admins.accept(token);
    expect((await Browser.of(service, accepted).whoAmI()).body.data['role']).toBe('application_admin');
    expect((await admins.login(email)).status).toBe(200);
  });

  it('works until 72 hours have passed', async () => {
    const [token, late] = [await admins.token(tenant, email), 2 * 60_000];
    await letPassIn(service, tenant, 72 * HOUR - late);
    expect((await show(token)).status).toBe(200);
    await letPassIn(service, tenant, late);
    expect(outcome(await admins.accept(token))).toEqual(GONE);
  });

  it('works once', async () => {
    const token = await admins.token(tenant, email);
    expect(outcome(await admins.accept(token))).toEqual([200]);
    expect(outcome(await admins.accept(token, 'another password'))).toEqual(GONE);
    expect((await admins.login(email)).status).toBe(200);
  });

  it('works once when it is accepted many times at once', async () => {
    const token = await admins.token(tenant, email);
    const passwords = Array.from({ length: 6 }, (_, i) => `password number ${i}`);
    const answers = await Promise.all(passwords.map((password) => admins.accept(token, password)));
    const winners = passwords.filter((_, i) => answers[i]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5);
    expect((await admins.login(email, { password: winners[0] ?? '' })).status).toBe(200);
  });

  it('replaces an older one, also when two are made at once', async () => {
    const older = await admins.token(tenant, email);
    const newer = await Promise.all([1, 2, 3, 4].map(() => admins.token(tenant, email)));
    expect(outcome(await admins.accept(older))).toEqual(GONE);
    const shown = await Promise.all(newer.map(show));
    expect(shown.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('ends the sessions of the password that it replaces', async () => {
    await admins.accept(await admins.token(tenant, email));
    const browser = await admins.browser(email);
    await admins.accept(await admins.token(tenant, email), 'a newer password');
    expect((await browser.whoAmI()).status).toBe(401);
    expect((await admins.login(email)).status).toBe(401);
  });

  it('does not work for an inactive account, and is not used up by trying', async () => {
    const token = await admins.token(tenant, email);
    await tenant.sis.patch(`/users/${externalId}`);
    expect(outcome(await admins.accept(token))).toEqual(GONE);
    await tenant.sis.patch(`/users/${externalId}`, { accountStatus: 'active' });
    expect(outcome(await admins.accept(token))).toEqual([200]);
  });

  it.each(['', 'x', 'x'.repeat(43), 'ü'.repeat(43)])('with the token "%s" is none', async (token) => {
    expect([400, 404]).toContain((await admins.accept(token)).status);
  });

  it('takes a password of 12 to 200 characters that is hard to guess, as it is typed', async () => {
    const token = await admins.token(tenant, email);
    for (const password of ['short', 'x'.repeat(201), 'password1234', email])
      expect(await admins.accept(token, password)).toMatchObject(
        refused(400, 'VALIDATION_FAILED', 'password'),
      );
    const spaced = '  пароль с пробелами 🔑 ';
    expect(outcome(await admins.accept(token, spaced))).toEqual([200]);
    expect((await admins.login(email, { password: spaced.trim() })).status).toBe(401);
    expect((await admins.login(email, { password: spaced })).status).toBe(200);
  });
});

describe('inviting', () => {
  it('gives the role and accounts for both', async () => {
    const { user } = await admins.invite(tenant, email);
    const scope = await service.scope(tenant);
    const target = `user:${user.id}`;
    const events = await auditOf(service, scope, { target });
    expect(events.map(({ action, target, actor }) => [action, target, actor])).toEqual([
      ['admin.invited', `user:${user.id}`, 'terminal'],
      ['user.role-changed', `user:${user.id}`, 'terminal'],
    ]);
    const { data } = (await tenant.sis.get(`/users/${externalId}`)).body;
    expect(data).toMatchObject({ role: 'application_admin', accountType: 'Staff' });
  });

  it('makes an account when both names are given, and leaves the names of one that is there', async () => {
    const invitations = service.app.get(InvitationsService);
    const scope = await service.scope(tenant);
    const input = { email: `new.${tenant.tenantId}@test.example.edu`, firstName: 'Nora', lastName: 'New' };
    const { user } = await invitations.invite(scope, input);
    expect(user).toMatchObject({ firstName: 'Nora', accountType: 'Staff', role: 'application_admin' });
    const again = await invitations.invite(scope, { ...input, firstName: 'Other' });
    expect(again.user).toMatchObject({ id: user.id, firstName: 'Nora' });
    const target = `user:${user.id}`;
    const actions = (await auditOf(service, scope, { target })).map(({ action }) => action);
    expect(actions).toEqual(['admin.invited', 'admin.invited', 'user.role-changed']);
  });
});

describe('from a terminal that is given no address', () => {
  const NOT_KNOWN =
    'No invitation was created: the address of the service is not known here; start it, or set ' +
    'PUBLIC_URL for this command.\n';
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'terminal-'));
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const typed = (words: string[], env: Record<string, string> = {}): Promise<Ended> =>
    cli(words, { DATA_DIR: dataDir, ...env });
  const invite = (env: Record<string, string> = {}): Promise<Ended> =>
    typed(['admin', 'invite', '--tenant', tenant.tenantId, '--email', email, '--json'], env);
  const keep = (url: string, env: Record<string, string> = {}): Promise<void> =>
    keepAddress(readConfig({ DATA_DIR: dataDir, ...env }), url);
  const linkOf = ({ stdout }: Ended): string | undefined =>
    (JSON.parse(stdout) as { link: string }).link.split('#')[0];
  const invited = async (): Promise<unknown[]> =>
    auditOf(service, await service.scope(tenant), { action: 'admin.invited' });

  it('a link leads to the service that runs on the same data directory', async () => {
    await keep(service.baseUrl);
    expect(linkOf(await invite())).toBe(`${service.baseUrl}/admin/`);
  });

  it('a link leads to where the service says by PUBLIC_URL that it is, reached from here or not', async () => {
    const url = 'https://not-reached.example.edu';
    await keep(url, { PUBLIC_URL: url });
    expect(linkOf(await invite())).toBe(`${url}/admin/`);
  });

  it.each([
    [{ PUBLIC_URL: 'https://api.example.edu' }, 'https://api.example.edu/admin/'],
    [{ PORT: '4711' }, 'http://localhost:4711/admin/'],
  ])('what the terminal is given itself comes first: %j', async (env, expected) => {
    await keep(service.baseUrl);
    expect(linkOf(await invite(env))).toBe(expected);
  });

  it('no invitation is made where no service runs', async () => {
    expect(await invite()).toEqual({ code: 1, stdout: '', stderr: NOT_KNOWN });
    expect((await invite({ PORT: '0' })).stderr).toBe(NOT_KNOWN);
    expect(await invited()).toEqual([]);
  });

  it('a service that was killed is not taken for one that runs', async () => {
    const killed = await TestService.start();
    await keep(killed.baseUrl);
    await killed.stop();
    expect((await invite()).stderr).toBe(NOT_KNOWN);
    expect(await invited()).toEqual([]);
  });

  it('another program on its port is not taken for the service', async () => {
    const other = createServer((_, response) => response.end('{"status":"ok"}'));
    await keep(`http://127.0.0.1:${await listen(other)}`);
    expect((await invite()).stderr).toBe(NOT_KNOWN);
    await close(other);
  });

  it('an address that the service has taken back is not known any more', async () => {
    await keep(service.baseUrl);
    await forgetAddress(readConfig({ DATA_DIR: dataDir }));
    expect((await invite()).stderr).toBe(NOT_KNOWN);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each([
    ['that stops', forgetAddress],
    ['that was killed', () => Promise.resolve()],
  ])('a process %s leaves the address of another one on the same data directory', async (_, end) => {
    const config = readConfig({ DATA_DIR: dataDir });
    const ended = await TestService.start();
    await keepAddress(config, service.baseUrl, process.ppid);
    await keep(ended.baseUrl);
    expect(linkOf(await invite())).toBe(`${ended.baseUrl}/admin/`);
    await ended.stop();
    await end(config);
    expect(linkOf(await invite())).toBe(`${service.baseUrl}/admin/`);
    await forgetAddress(config, process.ppid);
    expect((await invite()).stderr).toBe(NOT_KNOWN);
  });

  it('processes of one PUBLIC_URL that start and stop at once leave its address to the last of them', async () => {
    const env = { DATA_DIR: dataDir, PUBLIC_URL: 'https://not-reached.example.edu' };
    const pids = [process.pid, process.ppid];
    await Promise.all(pids.map((pid) => keepAddress(readConfig(env), env.PUBLIC_URL, pid)));
    await forgetAddress(readConfig(env));
    expect(linkOf(await invite())).toBe(`${env.PUBLIC_URL}/admin/`);
    await forgetAddress(readConfig(env), process.ppid);
    expect((await invite()).stderr).toBe(NOT_KNOWN);
  });

  it('the address of a process that has ended is dropped when another one starts', async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    const { pid } = spawnSync('true');
    await keepAddress(config, 'http://127.0.0.1:1', pid);
    await keep(service.baseUrl);
    const kept = JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8')) as unknown;
    expect(kept).toMatchObject([{ url: service.baseUrl }]);
  });

  it('single sign-on is set all the same, and its redirect address is shown when it is known', async () => {
    const file = join(dataDir, 'secret');
    await writeFile(file, 'a client secret', { mode: 0o600 });
    const sso = ['tenant', 'sso', tenant.tenantId];
    const client = ['--client-id', 'integration', '--client-secret-file', file];
    const set = await typed([...sso, '--issuer', 'https://login.example.edu', ...client, '--json']);
    expect(JSON.parse(set.stdout)).toMatchObject({ enabled: true, redirectUri: null });
    const unknown = 'is not known here; start it, or set PUBLIC_URL to read it here.';
    expect((await typed(sso)).stdout).toContain(unknown);
    await keep(service.baseUrl);
    expect((await typed(sso)).stdout).toContain(`\n${service.baseUrl}/api/v1/admin/sso/callback\n`);
  });
});

describe('from a terminal', () => {
  const typed = (...words: string[]): Promise<Ended> => cli(words, { PUBLIC_URL: 'https://api.example.edu' });
  const invite = (...words: string[]): Promise<Ended> => typed('admin', 'invite', ...words);

  it('admin invite prints a link that works, as JSON too', async () => {
    const { code, stdout, stderr } = await invite('--tenant', tenant.tenantId, '--email', email, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const printed = JSON.parse(stdout) as Record<string, string>;
    expect(Object.keys(printed)).toEqual(['userId', 'email', 'link', 'expiresAt']);
    expect(printed['link']).toMatch(/^https:\/\/api\.example\.edu\/admin\/#\/invitation\?token=/);
    const token = printed['link']?.split('token=')[1] ?? '';
    expect(outcome(await admins.accept(token, PASSWORD))).toEqual([200]);
  });

  it('admin invite explains what is wrong in one line', async () => {
    const at = ['--tenant', tenant.tenantId, '--email'];
    await tenant.sis.patch(`/users/${externalId}`);
    const wrong = await Promise.all([
      invite('--tenant', 'tnone', '--email', email),
      invite(...at, 'unknown@test.example.edu'),
      invite(...at, 'not an address'),
      invite(...at, email),
    ]);
    expect(wrong.map(({ stdout }) => stdout)).toEqual(['', '', '', '']);
    expect(wrong.every(({ code, stderr }) => code !== 0 && /^[^\n]+\n$/.test(stderr))).toBe(true);
    const [noTenant, unknownAddress, badAddress, inactive] = wrong.map(({ stderr }) => stderr);
    expect(noTenant).toContain('There is no tenant tnone');
    expect(unknownAddress).toContain('No user of this tenant has that e-mail address');
    expect(unknownAddress).toContain('--first-name');
    expect(badAddress).toContain('must be an e-mail address');
    expect(inactive).toContain('inactive');
  });

  it('tenant sso sets, shows and turns off single sign-on, and never prints the secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secret-'));
    const file = join(folder, 'secret');
    await writeFile(file, 'a client secret\n', { mode: 0o600 });
    const { tenantId } = tenant;
    const sso = (...words: string[]): Promise<Ended> => typed('tenant', 'sso', tenantId, ...words);
    const issuer = ['--issuer', 'https://login.example.edu'];
    const client = ['--client-id', 'integration', '--client-secret-file', file];
    try {
      const enabled = {
        tenantId,
        enabled: true,
        protocol: 'openid',
        issuer: 'https://login.example.edu',
        clientId: 'integration',
        redirectUri: 'https://api.example.edu/api/v1/admin/sso/callback',
      };
      expect(JSON.parse((await sso(...issuer, ...client, '--json')).stdout)).toEqual(enabled);
      expect(JSON.parse((await sso('--json')).stdout)).toEqual(enabled);
      const wrong = [
        await sso(...issuer),
        await sso(...client, '--issuer', 'http://login.example.edu'),
        await sso(...issuer, '--client-id', 'x', '--client-secret-file', join(folder, 'none')),
        await sso('--off', ...issuer),
      ];
      expect(wrong.map(({ code, stderr }) => [code !== 0, /^[^\n]+\n$/.test(stderr)])).toEqual(
        wrong.map(() => [true, true]),
      );
      expect(JSON.parse((await sso('--off', '--json')).stdout)).toEqual({ tenantId, enabled: false });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
