import { InvitationsService } from '../../src/auth/administrators/invitations.service.js';
import { SignOnSettingsService } from '../../src/auth/sso/sign-on-settings.service.js';
import { changeAsAdministrator } from '../factories/claims.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { Administrators, Browser, newEmail } from '../support/administrators.js';
import { TestService, type TestTenant } from '../support/service.js';

interface Step {
  readonly step: string;
  readonly isDone: boolean;
  readonly doneAt: string | null;
}

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let browser: Browser;

beforeEach(async () => {
  tenant = await service.tenant();
  browser = await administrator();
});

/** An administrator whom no key has made. */
async function administrator(): Promise<Browser> {
  const person = { email: newEmail(), firstName: 'Ida', lastName: 'Berg' };
  const { link } = await service.app.get(InvitationsService).invite(await service.scope(tenant), person);
  return Browser.of(service, await admins.accept(link.split('token=')[1] ?? ''));
}

async function answer(): Promise<{ state: string; steps: readonly Step[] }> {
  const { status, body } = await browser.api.get('/first-steps');
  expect(status).toBe(200);
  return body.data as unknown as { state: string; steps: readonly Step[] };
}

/** The names of the steps that are done. */
async function done(): Promise<string[]> {
  return (await answer()).steps.filter(({ isDone }) => isDone).map(({ step }) => step);
}

async function hide(isHidden: unknown): Promise<number> {
  return (await browser.api.put('/first-steps', { isHidden })).status;
}

async function switchSignOnOn(): Promise<void> {
  const settings = { issuer: 'https://login.example.edu', clientId: 'x', clientSecret: 'x' };
  await service.app.get(SignOnSettingsService).set(await service.scope(tenant), settings);
}

describe('the first steps', () => {
  it('are none but the key of the terminal at the beginning, in the order in which they are of use', async () => {
    const { state, steps } = await answer();
    expect(state).toBe('open');
    expect(steps.map(({ step }) => step).join(' ')).toBe(
      'university key call dryRun run limits milestones colleague signOn alerts',
    );
    expect(await done()).toEqual(['key']);
    expect(steps[1]).toEqual({ step: 'key', isDone: true, doneAt: expect.any(String) as unknown });
    expect(steps[0]).toEqual({ step: 'university', isDone: false, doneAt: null });
  });

  it('count a key only when it has a secret', async () => {
    await service.query('UPDATE `credentials` SET `secretKeyId` = NULL WHERE `tenantId` = ?', [
      tenant.tenantId,
    ]);
    expect(await done()).toEqual([]);
  });

  it('are done by what the SIS sends: a call, a dry run, and the first run', async () => {
    await tenant.sis.get('/users');
    await service.settle(tenant);
    expect(await done()).toEqual(['key', 'call']);
    await tenant.sis.bulk('/users/bulk?dryRun=true', [person()]);
    await service.settle(tenant);
    expect(await done()).toEqual(['key', 'call', 'dryRun']);
    const { steps } = await answer();
    expect(steps[3]).toMatchObject({ doneAt: expect.any(String) as unknown });
    await inRun(service, tenant, 'nightly-1').bulk('/users/bulk', [person()]);
    await service.settle(tenant);
    expect(await done()).toEqual(['key', 'call', 'dryRun', 'run']);
  });

  it('need no dry run any more after a first run, which has no name', async () => {
    await tenant.sis.bulk('/users/bulk', [person()]);
    await service.settle(tenant);
    expect(await done()).toEqual(['key', 'call', 'dryRun', 'run']);
  });

  it('are done by a dry run whose rows were refused, but not by one that was refused itself', async () => {
    await tenant.sis.send('POST', '/users/bulk?dryRun=true', 'no NDJSON', { 'Content-Type': 'text/plain' });
    await service.settle(tenant);
    expect(await done()).toEqual(['key', 'call']);
    await tenant.sis.bulk('/users/bulk?dryRun=true', [{ email: 'x' }]);
    await service.settle(tenant);
    expect(await done()).toEqual(['key', 'call', 'dryRun']);
  });

  it('are done by settings that an administrator has changed, each by its own', async () => {
    await changeAsAdministrator(service, tenant, { nightlyRunHours: 30 });
    expect(await done()).toEqual(['key']);
    await changeAsAdministrator(service, tenant, { deprovisioningGuard: { mode: 'hold' } });
    expect(await done()).toEqual(['key', 'limits']);
    await changeAsAdministrator(service, tenant, { timeZone: 'Europe/Paris' });
    await changeAsAdministrator(service, tenant, { timeZone: null });
    expect(await done()).toEqual(['university', 'key', 'limits']);
  });

  it('have domain and zone done when an administrator finds both right, which the audit log has once', async () => {
    const { body: before } = await browser.api.get('/first-steps');
    expect((await browser.api.put('/first-steps/university', {})).status).toBe(200);
    expect((await browser.api.put('/first-steps/university', {})).status).toBe(200);
    expect(await done()).toEqual(['university', 'key']);
    expect((await answer()).steps[0]).toMatchObject({ doneAt: expect.any(String) as unknown });
    const { body } = await browser.api.get('/audit?action=first-steps.checked');
    const { university } = before.data as unknown as { university: object };
    expect(university).toEqual({ emailDomain: expect.any(String) as unknown, timeZone: 'UTC' });
    expect(body.data).toMatchObject([{ target: `tenant:${tenant.tenantId}`, after: university }]);
    const { body: changes } = await browser.api.get('/settings/changes');
    expect(changes.data).toEqual([]);
  });

  it('are gone for good once all were done, also when one of them is taken back', async () => {
    await changeAsAdministrator(service, tenant, {
      timeZone: 'Europe/Paris',
      deprovisioningGuard: { mode: 'hold' },
    });
    await tenant.sis.bulk('/users/bulk', [person()]);
    const milestones = [{ code: 'candidacy', name: 'Candidacy', sequence: 50, required: true }];
    expect((await browser.api.put('/templates/_all', { milestones })).status).toBe(200);
    await administrator();
    const { status } = await browser.api.put('/alerts/settings', { recipients: ['it@test.example.edu'] });
    expect(status).toBe(200);
    await service.settle(tenant);
    const { state, steps } = await answer();
    expect({ state, open: steps.filter(({ isDone }) => !isDone).map(({ step }) => step) }).toEqual({
      state: 'open',
      open: ['signOn'],
    });

    await switchSignOnOn();
    expect(await answer()).toMatchObject({ state: 'done', steps: [] });
    await service.app.get(SignOnSettingsService).turnOff(await service.scope(tenant));
    expect(await answer()).toMatchObject({ state: 'done', steps: [] });
    expect(await hide(false)).toBe(200);
    expect(await answer()).toMatchObject({ state: 'done' });
  });

  it('are hidden from all administrators by one of them, and shown again; the audit log says who did it', async () => {
    expect(await hide('yes')).toBe(400);
    expect(await hide(undefined)).toBe(400);
    expect(await hide(true)).toBe(200);
    expect(await hide(true)).toBe(200);
    browser = await administrator();
    expect(await answer()).toMatchObject({ state: 'hidden', steps: [] });
    expect(await hide(false)).toBe(200);
    expect((await answer()).state).toBe('open');
    const { body } = await browser.api.get(`/audit?target=tenant:${tenant.tenantId}`);
    const actions = (body.data as unknown as { action: string }[]).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['first-steps.shown', 'first-steps.hidden']);
  });

  it('do not count what another university has set up', async () => {
    const other = await service.tenant();
    await other.sis.bulk('/users/bulk', [person()]);
    await changeAsAdministrator(service, other, { timeZone: 'Europe/Paris' });
    await service.settle(other);
    expect(await done()).toEqual(['key']);
  });

  it('say whether the operator lets testers make sandboxes', async () => {
    expect(await answer()).toMatchObject({ hasSandboxes: true });
  });
});
