import { ChainVerificationService } from '../../src/audit/chain/chain-verification.service.js';
import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { aBlockedSubmission, approvedSubmissions, discrepanciesOf } from '../factories/submissions.js';
import type { Row } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
let desk: Desk;
let tenant: TestTenant;

beforeEach(async () => {
  desk = await Desk.open(service);
  tenant = desk.tenant;
});

/** Submissions that differ from the record in the same way. */
async function alike(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await aBlockedSubmission(tenant));
  return ids;
}

async function discrepancyIds(submissions: readonly string[]): Promise<string[]> {
  const found = await Promise.all(submissions.map((id) => discrepanciesOf(tenant, id)));
  return found.flatMap((some) => some.map(({ id }) => id));
}

async function lines(action: string): Promise<Row[]> {
  const { status, body } = await desk.call('GET', `audit?byAct=true&perPage=100&action=${action}`);
  expect(status).toBe(200);
  return body.data as unknown as Row[];
}

/** The targets of the entries of the only act with this action. */
async function entriesOfOnly(action: string): Promise<string[]> {
  const [act, ...others] = await lines(action);
  expect(others).toEqual([]);
  const { body } = await desk.call('GET', `audit/${String(act?.['id'])}/entries?perPage=100`);
  const entries = body.data as unknown as Row[];
  expect(act?.['actEntries']).toBe(entries.length);
  expect(body.meta['total']).toBe(entries.length);
  return entries.map(({ target }) => String(target)).sort();
}

const targetsOf = (ids: readonly string[]): string[] => ids.map((id) => `discrepancy:${id}`).sort();

async function resolve(ids: readonly string[], more: object = {}): Promise<void> {
  const body = { ids, resolution: 'dismiss', ...more };
  expect((await desk.call('POST', 'discrepancies/resolve', body)).status).toBe(200);
}

describe('the values that a decision was about', () => {
  it('are read from the discrepancy and the rule, and are in no entry and no file', async () => {
    const [submission = ''] = await alike(1);
    const [discrepancy] = await discrepanciesOf(tenant, submission);
    await resolve([discrepancy?.id ?? '']);
    const rule = {
      formType: 'address_change',
      field: 'degree',
      submitted: 'EdD',
      recorded: 'PhD',
      resolution: 'accept_submitted',
    };
    expect((await desk.call('POST', 'discrepancy-rules', rule)).status).toBe(201);
    const [decided] = await lines('discrepancy.resolved');
    const { submitted, recorded } = { ...discrepancy } as Row;
    expect(decided?.['values']).toEqual({ submitted, recorded });
    const [made] = await lines('discrepancy-rule.created');
    expect(made?.['values']).toEqual({ submitted: 'EdD', recorded: 'PhD' });
    expect(JSON.stringify([decided?.['after'], made?.['after']])).not.toContain(String(submitted));
    expect((await lines('tenant.created'))[0]?.['values'] ?? null).toBeNull();
  });
});

describe('an act in several transactions is one line, which opens to all its entries', () => {
  it('a group of discrepancies that is decided', async () => {
    const ids = await discrepancyIds(await alike(5));
    const [group] = await desk.rows('discrepancy-groups');
    const body = {
      groupKeys: [group?.['groupKey']],
      resolution: 'accept_submitted',
      newest: `${String(ids.at(-1))}-999999999999999-0`,
    };
    await desk.call('POST', 'discrepancy-groups/resolve', body);
    expect(await entriesOfOnly('discrepancy.resolved')).toEqual(targetsOf(ids));
  });

  it('a selection of discrepancies that is decided, and taken back, without those that failed', async () => {
    const ids = await discrepancyIds(await alike(4));
    const [already = '', ...others] = ids;
    await resolve([already]);
    await resolve([...ids, '999999']);
    const acts = await lines('discrepancy.resolved');
    expect(acts.map(({ actEntries }) => actEntries)).toEqual([3, 1]);
    await desk.call('POST', 'discrepancies/undo', { ids: others });
    expect(await entriesOfOnly('discrepancy.reopened')).toEqual(targetsOf(others));
  });

  it('both fields of a form that is decided as a whole', async () => {
    const submissionId = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Kay' });
    const ids = await discrepancyIds([submissionId]);
    const decisions = ids.map((id) => ({ id, resolution: 'dismiss' }));
    await desk.call('POST', `submissions/${submissionId}/resolve`, { decisions });
    expect(await entriesOfOnly('discrepancy.resolved')).toEqual(targetsOf(ids));
  });

  it('a selection of the queue that is replayed', async () => {
    const submissionIds = await approvedSubmissions(tenant, 3);
    await desk.call('POST', 'queue/replay', { submissionIds });
    expect(await entriesOfOnly('queue.replayed')).toEqual(
      submissionIds.map((id) => `submission:${id}`).sort(),
    );
  });

  it('of which every entry is in the list without acts, in the files and in the chain', async () => {
    const ids = await discrepancyIds(await alike(3));
    await resolve(ids);
    const all = await desk.call('GET', 'audit?action=discrepancy.resolved');
    expect((all.body.data as unknown as Row[]).map(({ actEntries }) => actEntries)).toEqual([0, 0, 3]);
    const { fault } = await service.app.get(ChainVerificationService).verify(await desk.scope());
    expect(fault).toBeUndefined();
  });
});

describe('a target is named', () => {
  it.each<[string, () => Promise<string>, string]>([
    [
      'a person by the name',
      async () => {
        const input = person({ externalId: 'S-1', firstName: 'Mei', lastName: 'Quartz' });
        await tenant.sis.post('/users', input);
        await tenant.sis.patch('/users/S-1');
        return 'user.status-changed';
      },
      'Mei Quartz',
    ],
    [
      'a key by its label',
      async () => {
        await desk.call('POST', 'keys', { label: 'Nightly feed', scopes: ['users'] });
        return 'key.created';
      },
      'Nightly feed',
    ],
    [
      'a discrepancy by the student',
      async () => {
        const studentId = await aStudent(tenant, { firstName: 'Mei', lastName: 'Quartz', degree: 'EdD' });
        const submissions = await approvedSubmissions(tenant, 1, { studentId, fields: { degree: 'PhD' } });
        await resolve(await discrepancyIds(submissions));
        return 'discrepancy.resolved';
      },
      'Mei Quartz',
    ],
    [
      'a submission by the student',
      async () => {
        const studentId = await aStudent(tenant, { firstName: 'Mei', lastName: 'Quartz' });
        const submissionIds = await approvedSubmissions(tenant, 1, { studentId });
        await desk.call('POST', 'queue/replay', { submissionIds });
        return 'queue.replayed';
      },
      'Mei Quartz',
    ],
  ])('%s', async (_, act, label) => {
    const [entry] = await lines(await act());
    expect(entry).toMatchObject({ targetLabel: label });
  });

  it('by nothing where it has no name', async () => {
    await desk.call('PATCH', 'settings', { rateLimit: 5 });
    expect(await lines('settings.changed')).toMatchObject([{ targetLabel: null }]);
  });
});
