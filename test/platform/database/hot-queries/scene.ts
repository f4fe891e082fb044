import { DataSource } from 'typeorm';

import { UnitOfWork } from '../../../../src/database/transaction/unit-of-work.js';
import type { Scope } from '../../../../src/tenancy/scope.js';
import { ErasedPeople } from '../../../../src/users/tombstones/erased-people.js';
import { setLimits, inRun } from '../../../factories/deprovisioning-limits.js';
import { facultyMember, person } from '../../../factories/person.js';
import { Administrators, type Browser, PASSWORD } from '../../../support/administrators.js';
import { scimPerson } from '../../../factories/scim-person.js';
import { connect, type TestConnection } from '../../../support/scim.js';
import { keyHeaders, type TestService, type TestTenant } from '../../../support/service.js';
import { ERASED_USER, type Sample, someDiscrepancies } from './calls.js';

/** One of many tenants, with its callers. */
export interface Scene {
  /** Headers of the SIS, of an administrator and of an identity provider together. */
  readonly headers: Readonly<Record<string, string>>;
  /** The identifiers for the calls, known once the crowd exists. */
  sample(): Promise<Sample>;
}

/** Creates one of everything by the API; the crowd is copied from it. */
async function populate(service: TestService, tenant: TestTenant): Promise<TestConnection> {
  const { sis, workflow } = tenant;
  // Calls that name no run are counted, and not held.
  await setLimits(service, tenant, { mode: 'hold', perRun: { count: 0 }, perDay: { count: 100_000 } });
  const form = { formType: 'degree_change', studentId: '950000001', fields: { degree: 'EdD' } };
  const students = '/students/950000001';
  const answers = [
    await sis.post('/users', person({ degree: 'PhD', programId: 'P-T', schoolProgram: 'Law' })),
    await sis.post('/users', facultyMember(), { 'X-Request-Id': 'copied' }),
    await workflow.put(`${students}/dissertation`, { title: 'T', status: 'in_progress' }),
    await workflow.put(`${students}/dissertation/versions/1`, { stage: 'proposal', status: 'submitted' }),
    await workflow.put(`${students}/milestones/candidacy`, { status: 'in_progress', dueOn: '2020-01-01' }),
    await workflow.put(`${students}/committee`, {
      members: [{ facultyId: '951000001', role: 'chair', status: 'accepted' }],
    }),
    await workflow.put('/submissions/sub-1', form),
    await workflow.post('/submissions/sub-1/status', { status: 'submitted' }),
    await workflow.post('/submissions/sub-1/status', { status: 'approved' }),
    await inRun(service, tenant, 'copied').patch('/users/950000001'),
  ];
  // The address of the faculty member: an identity conflict.
  const taken = { externalId: '950000001', email: answers[1]?.body.data['email'] };
  await sis.post('/users', person(taken));
  const refused = person({ externalId: 'copied', email: 'x' });
  await inRun(service, tenant, 'copied').post('/users', refused);
  await service.run('failed-rows');
  const failed = answers.filter(({ status }) => status >= 300);
  if (failed.length > 0) throw new Error(JSON.stringify(failed));
  const provider = await connect(service, tenant);
  const [student] = answers;
  const emails = [{ value: student?.body.data['email'] }];
  const linked = await provider.scim.post('/Users', scimPerson({ emails }));
  if (linked.body.id !== '950000001') throw new Error(linked.text);
  const members = [{ value: linked.body.id }];
  await provider.scim.post('/Groups', { displayName: 'Tutors', members });
  return provider;
}

/** What the calls about keys and sessions name. */
async function furnishAccess(
  { api }: Browser,
  admins: Administrators,
  email: string,
): Promise<Pick<Sample, 'handover' | 'unusedKey' | 'session' | 'rule' | 'view'>> {
  const newKey = async (): Promise<string> => {
    const { body } = await api.post('/keys', { label: 'unused', scopes: ['users'] });
    return String(body.data['apiKey']);
  };
  const offered = await api.post(`/keys/${await newKey()}/handover`, {});
  const input = { formType: 'program_transfer', field: 'schoolProgram', resolution: 'dismiss' };
  const rule = await api.post('/discrepancy-rules', input);
  const view = await api.post('/views', { list: 'users', name: 'Students', filters: { role: 'student' } });
  await admins.browser(email);
  const sessions = (await api.get('/account/sessions')).body.data as unknown as Record<string, unknown>[];
  return {
    handover: String(offered.body.data['link']).split('token=')[1] ?? '',
    unusedKey: await newKey(),
    rule: String(rule.body.data['id']),
    view: String(view.body.data['id']),
    session: String(sessions.find(({ isCurrent }) => isCurrent === false)?.['sessionId']),
  };
}

/** Gives an erased user of the crowd an address that is refused. */
async function addTombstones(service: TestService, scope: Scope): Promise<string> {
  const email = 'erased@test.example.edu';
  const known = { userId: ERASED_USER, numbers: [], emails: [email] };
  await service.app
    .get(UnitOfWork)
    .run((transaction) => service.app.get(ErasedPeople).addTombstones(scope, transaction, known, new Date()));
  return email;
}

/**
 * Creates two tenants with one of everything.
 * @returns the one that is called
 */
export async function setScene(service: TestService): Promise<Scene> {
  const admins = new Administrators(service);
  const [tenant, other] = [
    await service.tenant({ rateLimit: 1_000_000, scopes: ['integration', 'workflow', 'sandbox'] }),
    await service.tenant(),
  ];
  // Both limits, so that each request is counted in two windows.
  await service.changeSettings(tenant, { rateLimit: 1_000_000, scimDeleteKeepsShared: true });
  const provider = await populate(service, tenant);
  // Another one, which may have the same people.
  await connect(service, tenant);
  await populate(service, other);
  const { email } = await admins.make(tenant);
  const browser = await admins.browser(email);
  const { tenantId, apiKey } = tenant;
  const { apiKey: anotherKey } = await service.anotherCaller(tenant);
  for (const one of [tenant, other]) {
    const api = (await admins.open(one)).api;
    await api.put('/templates/P-T', {
      milestones: [{ code: 'candidacy', name: 'C', sequence: 5, required: true }],
    });
  }
  await service.run('request-log');
  const dataSource = service.app.get(DataSource);
  return {
    headers: {
      ...keyHeaders(tenant),
      cookie: browser.cookie,
      'X-CSRF-Token': browser.csrfToken,
      Authorization: `Bearer ${provider.apiKey}.${provider.apiSecret}`,
    },
    async sample() {
      const [audit] = await dataSource.query<{ id: number | string }[]>(
        'SELECT MAX(`id`) AS `id` FROM `audit_events` WHERE `tenantId` = ?',
        [tenantId],
      );
      const [request] = await dataSource.query<{ id: number | string }[]>(
        'SELECT MAX(`id`) AS `id` FROM `request_log` WHERE `tenantId` = ?',
        [tenantId],
      );
      // Not before the crowd is gathered, which would be gathered in it too.
      const made = await service.callerWith(tenant).post('/api/v1/sandbox/tenants', { seed: 'demo' });
      return {
        tenantId,
        apiKey,
        anotherKey,
        providerKey: provider.apiKey,
        providerSecret: provider.apiSecret,
        email,
        password: PASSWORD,
        invitation: await admins.token(tenant, 'f.18@test.example.edu'),
        ...(await furnishAccess(browser, admins, email)),
        auditId: String(audit?.id),
        discrepancies: await someDiscrepancies(dataSource, tenantId),
        requestId: String(request?.id),
        sandbox: String(made.body.data['tenantId']),
        erasedEmail: await addTombstones(service, await service.scope(tenant)),
      };
    },
  };
}
