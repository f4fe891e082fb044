import { DataSource } from 'typeorm';

import { AuditService } from '../../src/audit/audit.service.js';
import { ChainVerificationService } from '../../src/audit/chain/chain-verification.service.js';
import { AuditPeopleService } from '../../src/audit/people/audit-people.service.js';
import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { nowOf } from '../../src/tenancy/time/tenant-clock.js';
import { person } from '../factories/person.js';
import { Administrators, newEmail, type OpenBrowser } from '../support/administrators.js';
import type { Row } from '../support/answers.js';
import { auditPage } from '../support/audit.js';
import { ApiClient } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';

const ADDRESS = '192.0.2.77';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let admin: OpenBrowser;
let api: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  admin = await admins.open(tenant);
  const { cookie, csrfToken } = admin.browser;
  const headers = { cookie, 'X-CSRF-Token': csrfToken, 'X-Forwarded-For': ADDRESS };
  api = new ApiClient(`${service.baseUrl}/api/v1/admin`, headers);
});

/** Everything that is stored about audit entries of the tenant, as text. */
async function stored(): Promise<string> {
  const database = service.app.get(DataSource);
  const tables = ['audit_events', 'audit_heads', 'audit_boxes', 'audit_person_keys'];
  const rows = await Promise.all(
    tables.map((table) =>
      database.query<Row[]>(`SELECT * FROM ${table} WHERE tenantId = ?`, [tenant.tenantId]),
    ),
  );
  return rows
    .flat()
    .flatMap((row) => Object.values(row))
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
    .join('\n');
}

async function erase(userId: string, addresses: readonly string[] = []): Promise<void> {
  await service.app
    .get(UnitOfWork)
    .run((transaction) => service.app.get(AuditPeopleService).erase(tenant, transaction, userId, addresses));
}

async function fault(): Promise<unknown> {
  return (await service.app.get(ChainVerificationService).verify(tenant)).fault;
}

/** Invites a member of staff, by the administrator. */
async function invited(): Promise<{ id: string; email: string }> {
  const email = newEmail();
  const { body } = await tenant.sis.post('/users', person({ accountType: 'Staff', email }));
  const answer = await api.post('/invitations', { email });
  if (answer.status >= 300) throw new Error(answer.body.message);
  return { id: String(body.data['id']), email };
}

describe('names and addresses of people', () => {
  it('are shown, and stand in no table', async () => {
    const { id, email } = await invited();
    const [entry] = await auditPage(api, `&action=admin.invited&target=user:${id}`);
    expect(entry).toMatchObject({
      address: ADDRESS,
      after: { email, expiresAt: expect.any(String) as string },
    });
    const csv = await fetch(`${service.baseUrl}/api/v1/admin/audit/export.csv`, {
      headers: { cookie: admin.browser.cookie },
    });
    expect(await csv.text()).toContain(email);
    const text = await stored();
    expect({ hasEmail: text.includes(email), hasAddress: text.includes(ADDRESS) }).toEqual({
      hasEmail: false,
      hasAddress: false,
    });
  });

  it('of a key stay in the entry: its address is of a server', async () => {
    const input = person();
    await tenant.sis.post('/users', input);
    const headers = { 'X-Forwarded-For': '192.0.2.44' };
    await tenant.sis.send('PATCH', `/users/${String(input['externalId'])}`, undefined, headers);
    expect(await stored()).toContain('192.0.2.44');
  });

  it('are erased with the person, and the chain stays whole', async () => {
    const [one, other] = [await invited(), await invited()];
    await erase(one.id);
    await erase(one.id);
    const ofOne = await auditPage(api, `&action=admin.invited&target=user:${one.id}`);
    expect(ofOne[0]).toMatchObject({ address: ADDRESS, after: { email: 'erased' } });
    const ofOther = await auditPage(api, `&action=admin.invited&target=user:${other.id}`);
    expect(ofOther[0]).toMatchObject({ after: { email: other.email } });
    expect(await fault()).toBeUndefined();

    await erase(admin.id);
    const entries = await auditPage(api, `&actor=${admin.actor}`);
    expect(new Set(entries.map(({ address }) => address))).toEqual(new Set(['erased']));
    expect(await fault()).toBeUndefined();
  });

  it('of an erased person are not written again', async () => {
    const { id, email } = await invited();
    await erase(id);
    await service.app
      .get(AuditService)
      .record(await service.scope(tenant), [
        { action: 'admin.invited', target: `user:${id}`, after: { email } },
      ]);
    const entries = await auditPage(api, `&action=admin.invited&target=user:${id}`);
    expect(entries.map(({ after }) => (after as Row)['email'])).toEqual(['erased', 'erased']);
    expect(await stored()).not.toContain(email);
    expect(await fault()).toBeUndefined();
  });

  it('who get alerts are erased by their addresses', async () => {
    const [one, other] = [newEmail(), newEmail()];
    const kinds = [{ kind: 'late_run', enabled: true, recipients: [one], threshold: null }];
    const answer = await api.put('/alerts/settings', { recipients: [one, other], quietHours: null, kinds });
    expect(answer.status).toBe(200);
    expect((await stored()).includes(one)).toBe(false);
    await erase('950000001', [one.toUpperCase()]);
    const [entry] = await auditPage(api, '&action=alerts.changed');
    expect(entry?.['after']).toMatchObject({
      recipients: ['erased', other],
      kinds: [{ kind: 'late_run', recipients: ['erased'] }],
    });
    expect(await fault()).toBeUndefined();
  });

  it('are removed with old entries', async () => {
    await invited();
    const scope = await service.scope(tenant);
    const later = new Date(nowOf(scope).getTime() + 1000);
    await service.app
      .get(UnitOfWork)
      .run((transaction) => service.app.get(AuditService).removeBefore(scope, transaction, later, 1000));
    const [left] = await service.app
      .get(DataSource)
      .query<Row[]>('SELECT COUNT(*) AS boxes FROM audit_boxes WHERE tenantId = ?', [tenant.tenantId]);
    expect(Number(left?.['boxes'])).toBe(0);
  });
});

it('a box that was changed is found', async () => {
  await invited();
  await service.app
    .get(DataSource)
    .query("UPDATE audit_boxes SET box = CONCAT(box, 'x') WHERE tenantId = ?", [tenant.tenantId]);
  expect(await fault()).toMatchObject({ kind: 'box changed' });
});
