import { jest } from '@jest/globals';

import { ackClaim, changeAsAdministrator, claim, claimOne, extend } from '../factories/claims.js';
import { approvedSubmissions } from '../factories/submissions.js';
import { auditOf } from '../support/audit.js';
import { outcomeOf } from '../support/answers.js';
import { Desk } from '../support/desk.js';
import { TestService, type TestTenant } from '../support/service.js';
import { cli } from '../support/terminal.js';

const service = await TestService.ofWorker();
/** A second process of the service, as far as the database knows. */
let other: TestService;

beforeAll(async () => {
  other = await TestService.start();
});

afterAll(async () => {
  jest.useRealTimers();
  await other.stop();
});

/** A desk whose tenant has these targets, and a caller that has seen them. */
async function deskWith(...names: string[]): Promise<{ desk: Desk; tenant: TestTenant }> {
  const desk = await Desk.open(service);
  await changeAsAdministrator(service, desk.tenant, { syncTargets: names.map((name) => ({ name })) });
  return { desk, tenant: await service.anotherCaller(desk.tenant) };
}

const pause = (desk: Desk, targetSystem: string | null, reason?: string): ReturnType<Desk['call']> =>
  desk.call('POST', 'connectors/pause', { targetSystem, ...(reason === undefined ? {} : { reason }) });
const resume = (desk: Desk, targetSystem: string | null): ReturnType<Desk['call']> =>
  desk.call('POST', 'connectors/resume', { targetSystem });

async function pausedOf({ sis }: TestTenant, body: object = {}): Promise<[number, unknown]> {
  const { body: answer } = await sis.post('/sync/claims', body);
  return [Number(answer.meta['count']), answer.meta['paused']];
}

describe('a paused target system', () => {
  it('hands nothing out, in any process, and the answer says why', async () => {
    const { desk, tenant } = await deskWith('SIS');
    await approvedSubmissions(tenant, 2);
    expect((await pause(desk, 'SIS', 'The SIS moves')).status).toBe(200);

    expect(await pausedOf(tenant, { targetSystem: 'SIS' })).toEqual([0, ['SIS']]);
    expect(await pausedOf(tenant)).toEqual([0, ['SIS']]);
    const elsewhere = await other.anotherCaller(tenant);
    const { body } = await elsewhere.sis.post('/sync/claims', { targetSystem: 'SIS' });
    expect(body.meta).toEqual({ count: 0, waiting: 2, paused: ['SIS'] });
    expect((await resume(desk, 'SIS')).status).toBe(200);
    expect(await pausedOf(tenant, { limit: 1 })).toEqual([1, undefined]);
  });

  it('leaves other target systems to claims of any', async () => {
    const { desk, tenant } = await deskWith('CRM', 'SIS');
    await approvedSubmissions(tenant, 2);
    await pause(desk, 'SIS');

    const { items } = await claim(tenant, { limit: 10 });

    expect(items.map(({ targetSystem }) => targetSystem)).toEqual(['CRM', 'CRM']);
    const formTypes = ['address_change'];
    expect(await pausedOf(tenant, { formTypes })).toEqual([0, ['SIS']]);
    expect(await pausedOf(tenant, { targetSystem: 'CRM' })).toEqual([0, undefined]);
  });

  it('may be that of items without a target system', async () => {
    const desk = await Desk.open(service);
    await approvedSubmissions(desk.tenant, 1);
    expect((await pause(desk, null)).status).toBe(200);
    expect(await pausedOf(desk.tenant)).toEqual([0, [null]]);
    await resume(desk, null);
    expect(await pausedOf(desk.tenant)).toEqual([1, undefined]);
  });

  it('keeps leases that are out, and repeats their answer', async () => {
    const { desk, tenant } = await deskWith('SIS');
    await approvedSubmissions(tenant, 1);
    const key = { 'Idempotency-Key': 'once' };
    const held = await claimOne(tenant, { leaseSeconds: 600 }, key);
    await pause(desk, 'SIS');

    expect((await extend(tenant, held)).status).toBe(200);
    expect((await claimOne(tenant, { leaseSeconds: 600 }, key)).claimId).toBe(held.claimId);
    expect((await ackClaim(tenant, held)).status).toBe(200);
  });

  it('that is resumed answers a claim that waits', async () => {
    const { desk, tenant } = await deskWith('SIS');
    await approvedSubmissions(tenant, 1);
    await pause(desk, 'SIS');
    const waiting = claimOne(tenant, { targetSystem: 'SIS', waitSeconds: 25 });
    await resume(desk, 'SIS');
    expect((await waiting).targetSystem).toBe('SIS');
  });

  it('is shown with who paused it and why, and each pause and its end is audited once', async () => {
    const { desk } = await deskWith('SIS');
    await pause(desk, 'SIS', 'The SIS moves');
    expect((await pause(desk, 'SIS', 'again')).body.message).toBe('PAUSED BEFORE');
    const [system] = await desk.rows('connectors/systems');
    expect(system).toMatchObject({
      name: 'SIS',
      state: 'paused',
      paused: { by: `admin:${desk.id}`, reason: 'The SIS moves' },
    });
    await resume(desk, 'SIS');
    expect((await resume(desk, 'SIS')).body.message).toBe('NOT PAUSED');
    const events = await auditOf(service, await desk.scope());
    const pauses = events.filter(({ action }) => action.startsWith('connector.')).reverse();
    expect(pauses.map(({ action, target, actor }) => [action, target, actor])).toEqual([
      ['connector.paused', 'target-system:SIS', `admin:${desk.id}`],
      ['connector.resumed', 'target-system:SIS', `admin:${desk.id}`],
    ]);
  });

  it('of one tenant is not that of another', async () => {
    const [mine, theirs] = [await deskWith('SIS'), await deskWith('SIS')];
    await approvedSubmissions(theirs.tenant, 1);
    await pause(mine.desk, 'SIS');
    expect(await pausedOf(theirs.tenant)).toEqual([1, undefined]);
  });

  it('must be one that is known', async () => {
    const { desk } = await deskWith('SIS');
    expect(outcomeOf(await pause(desk, 'sis'))).toEqual([404, 'NOT_FOUND']);
    expect(outcomeOf(await pause(desk, 'x'.repeat(65)))).toEqual([400, 'VALIDATION_FAILED', 'targetSystem']);
    const answer = await desk.call('POST', 'connectors/pause', { target: 'SIS' });
    expect(outcomeOf(answer)).toEqual([400, 'VALIDATION_FAILED', 'target']);
  });
});

describe('the terminal', () => {
  it('pauses, lists and resumes target systems', async () => {
    const { desk, tenant } = await deskWith('SIS');
    const of = ['--tenant', desk.tenant.tenantId];
    const paused = await cli(['connector', 'pause', 'SIS', ...of, '--reason', 'moves']);
    expect(paused.stdout).toContain('SIS: paused');
    expect(await pausedOf(tenant)).toEqual([0, ['SIS']]);
    expect((await cli(['connector', 'list', ...of])).stdout).toMatch(/SIS +paused/);
    expect((await cli(['connector', 'resume', 'SIS', ...of])).stdout).toContain('SIS: resumed');
    expect((await cli(['connector', 'resume', 'SIS', ...of])).stdout).toContain('was not paused');
    const unknown = await cli(['connector', 'pause', 'LMS', ...of]);
    expect({ isDone: unknown.code === 0, stderr: unknown.stderr }).toEqual({
      isDone: false,
      stderr: expect.stringContaining('no target system') as string,
    });
  });
});
