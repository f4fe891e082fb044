import { jest } from '@jest/globals';

import { AuditRepository } from '../../src/audit/audit.repository.js';
import { ChainRepository } from '../../src/audit/chain/chain.repository.js';
import type { ReadEvent } from '../../src/audit/audit.service.js';
import { JsonLogger } from '../../src/logging/json-logger.js';
import { StatusService } from '../../src/users/status/status.service.js';
import { person } from '../factories/person.js';
import { Administrators, newEmail, PASSWORD } from '../support/administrators.js';
import { refused } from '../support/answers.js';
import { auditOf } from '../support/audit.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** The audit log without the entries about the tenant and its key. */
async function events(at: TestTenant = tenant): Promise<ReadEvent[]> {
  const all = await auditOf(service, await service.scope(at));
  return all.filter(({ target }) => target.startsWith('user:'));
}

const changes = async (): Promise<unknown[]> =>
  (await events()).map(({ action, target, before, after }) => [action, target, before, after]);

const inactive = { accountStatus: 'inactive' };
const active = { accountStatus: 'active' };

describe('the account of changes', () => {
  it('names who, what, before, after, when, from where and under which request', async () => {
    const input = person();
    const { body } = await tenant.sis.post('/users', input);
    const earliest = Date.now();
    const headers = { 'X-Request-Id': 'nightly-7', 'X-Forwarded-For': '192.0.2.44' };
    await tenant.sis.send('PATCH', `/users/${String(input['externalId'])}`, undefined, headers);
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toEqual({
      id: expect.anything() as unknown,
      tenantId: tenant.tenantId,
      actor: `key:${tenant.apiKey}`,
      action: 'user.status-changed',
      target: `user:${String(body.data['id'])}`,
      before: active,
      after: inactive,
      at: expect.anything() as unknown,
      address: '192.0.2.44',
      requestId: 'nightly-7',
      run: null,
      act: null,
      actEntries: 1,
    });
    const at = event?.at.getTime() ?? 0;
    expect(at >= earliest && at <= Date.now()).toBe(true);
  });

  it('holds changes by a single post and by bulk, of status and role, and nothing else', async () => {
    const [one, other, third] = [person(), person(), person({ role: 'chair' })];
    await tenant.sis.bulk('/users/bulk', [one, other, third]);
    expect(await changes()).toEqual([]);
    await tenant.sis.post('/users', { ...one, lastName: 'Other', degree: 'PhD' });
    expect(await changes()).toEqual([]);

    await tenant.sis.post('/users', { ...one, accountStatus: 'inactive', role: 'chair' });
    await tenant.sis.bulk('/users/bulk', [
      { ...other, accountStatus: 'inactive' },
      { ...third, role: null },
    ]);
    const [first, second, last] = ['950000001', '950000002', '950000003'].map((id) => `user:${id}`);
    expect(await changes()).toEqual([
      ['user.role-changed', last, { role: 'chair' }, { role: 'student' }],
      ['user.status-changed', second, active, inactive],
      ['user.role-changed', first, { role: 'student' }, { role: 'chair' }],
      ['user.status-changed', first, active, inactive],
    ]);
  });

  it('has an entry for a new user only if the user is created as an administrator', async () => {
    await tenant.sis.post('/users', person());
    await tenant.sis.post('/users', person({ accountType: 'Staff', role: 'application_admin' }));
    expect(await changes()).toEqual([
      ['user.role-changed', 'user:951000001', null, { role: 'application_admin' }],
    ]);
  });

  it('names an administrator and the terminal as they act', async () => {
    const { id, externalId } = await admins.make(tenant);
    const terminal = await service.scope(tenant);
    const statuses = service.app.get(StatusService);
    await statuses.set(terminal, externalId, 'inactive');
    await statuses.set({ ...terminal, actor: `admin:${id}`, address: '192.0.2.9' }, externalId, 'active');
    expect((await events()).slice(0, 2).map(({ actor, address }) => [actor, address])).toEqual([
      [`admin:${id}`, '192.0.2.9'],
      ['terminal', null],
    ]);
  });

  it('is not written for what changes nothing', async () => {
    const input = person();
    await tenant.sis.post('/users', input);
    await tenant.sis.patch(`/users/${String(input['externalId'])}`, active);
    await tenant.sis.post('/users', input);
    expect(await changes()).toEqual([]);
  });

  it("shows nothing of another tenant's", async () => {
    const other = await service.tenant();
    const input = person();
    await tenant.sis.post('/users', input);
    await tenant.sis.patch(`/users/${String(input['externalId'])}`);
    expect(await events(other)).toEqual([]);
  });

  it('can only be added to', () => {
    const methodsOf = (repository: { prototype: object }): string[] =>
      Object.getOwnPropertyNames(repository.prototype).sort();
    const lists = [
      'all',
      'countBefore',
      'entriesOfAct',
      'find',
      'list',
      'part',
      'settingsChanges',
      'sizesOfActs',
    ];
    expect(methodsOf(AuditRepository)).toEqual([...lists, 'constructor'].sort());
    const ofTheEnds = ['append', 'cutBefore', 'remove'];
    const readers = ['behind', 'hashAt', 'newestPosition'];
    expect(methodsOf(ChainRepository)).toEqual([...ofTheEnds, ...readers, 'constructor'].sort());
  });
});

describe('a change that cannot be accounted for', () => {
  it.each([
    ['by its ID', (id: string) => tenant.sis.patch(`/users/${id}`)],
    [
      'by a post',
      (externalId: string, input: object) => tenant.sis.post('/users', { ...input, externalId, ...inactive }),
    ],
  ])('%s is not made, and ends no session', async (_, change) => {
    const { email, externalId } = await admins.make(tenant);
    const browser = await admins.browser(email);
    const add = jest.spyOn(service.app.get(ChainRepository), 'append').mockRejectedValue(new Error('full'));
    const answer = await change(externalId, person({ accountType: 'Staff', email }));
    expect(answer).toMatchObject(refused(500, 'INTERNAL_ERROR'));
    expect(add).toHaveBeenCalled();
    add.mockRestore();
    expect((await tenant.sis.get(`/users/${externalId}`)).body.data['accountStatus']).toBe('active');
    expect((await browser.whoAmI()).status).toBe(200);
  });

  it('leaves an invitation usable', async () => {
    const email = newEmail();
    await tenant.sis.post('/users', person({ accountType: 'Staff', email }));
    const token = await admins.token(tenant, email);
    const add = jest.spyOn(service.app.get(ChainRepository), 'append').mockRejectedValue(new Error('full'));
    expect((await admins.accept(token)).status).toBe(500);
    add.mockRestore();
    expect((await admins.accept(token)).status).toBe(200);
  });
});

describe('no secret', () => {
  it('is in any answer or log line', async () => {
    const lines: string[] = [];
    for (const level of ['log', 'warn', 'error', 'debug', 'verbose', 'fatal'] as const)
      jest.spyOn(JsonLogger.prototype, level).mockImplementation((...given: unknown[]) => {
        lines.push(JSON.stringify(given));
      });
    const email = newEmail();
    const input = person({ accountType: 'Staff', email });
    await tenant.sis.post('/users', input);
    const token = await admins.token(tenant, email);
    const accepted = await admins.accept(token);
    const browser = await admins.browser(email);
    const session = browser.cookie.split('=')[1] ?? 'none';
    const answers = [
      accepted,
      await browser.whoAmI(),
      await admins.login(email, { password: 'a wrong password' }),
    ];
    jest.spyOn(service.app.get(ChainRepository), 'append').mockRejectedValue(new Error('full'));
    await tenant.sis.patch(`/users/${String(input['externalId'])}`);
    await browser.logout();
    const said = [...answers.map(({ body }) => JSON.stringify(body)), ...lines].join('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const secret of [PASSWORD, 'a wrong password', token, session, '$argon2id'])
      expect(said).not.toContain(secret);
    expect(lines.join('\n')).not.toContain(browser.csrfToken);
  });
});
