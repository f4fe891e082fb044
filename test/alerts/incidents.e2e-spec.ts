import { jest } from '@jest/globals';

import { UnitOfWork } from '../../src/database/transaction/unit-of-work.js';
import { RequestsRepository } from '../../src/request-log/requests.repository.js';
import { claimOne } from '../factories/claims.js';
import { completeRun, finishRun, sendRun } from '../factories/complete-runs.js';
import { activePeople, aLimitedTenant, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { aKey } from '../factories/keys.js';
import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission } from '../factories/submissions.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { rowsOf } from '../support/answers.js';
import { inMs, letPass, letPassIn, timeOfDay } from '../support/clock.js';
import { bodyOf, subjectOf, TestMailServer } from '../support/mail-server.js';
import { keepSecrets } from '../support/evidence.js';
import { TestService, type TestTenant } from '../support/service.js';

type OpenArea = Pick<Browser, 'api'>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FROM = 'alerts@operator.example.edu';

let mail: TestMailServer;
let service: TestService;
/** A second process of the service, as far as the database knows. */
let other: TestService;
let admins: Administrators;

beforeAll(async () => {
  mail = await TestMailServer.start();
  const env = { SMTP_URL: mail.url(), SMTP_FROM: FROM, PUBLIC_URL: 'https://integration.example.edu' };
  [service, other] = [await TestService.start(env), await TestService.start(env)];
  admins = new Administrators(service);
});

afterAll(async () => {
  await service.stop();
  await other.stop();
  await mail.stop();
});

afterEach(() => {
  jest.useRealTimers();
});

async function check(tenant: TestTenant, of = service): Promise<void> {
  await of.settle(tenant);
}

/** Both processes send at once until nothing is due: of two that claim a message, one leaves it to the other. */
async function send(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await Promise.all([service, other].map((process) => process.run('alert-mail')));
}

async function checkAndSend(tenant: TestTenant): Promise<void> {
  await check(tenant);
  await send();
}

function newRecipient(tenant: TestTenant, name = 'it'): string {
  const address = `${name}@${tenant.tenantId}.example.edu`;
  keepSecrets('e-mail address', [address]);
  return address;
}

function mailsTo(recipient: string): string[] {
  return mail.mails.filter(({ to }) => to.includes(recipient)).map(subjectOf);
}

/** A tenant that holds one person, with an administrator who gets a message about it. */
async function aHoldingTenant(): Promise<{ tenant: TestTenant; browser: OpenArea; recipient: string }> {
  const tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
  const browser = await admins.open(tenant);
  const recipient = newRecipient(tenant);
  await browser.api.put('/alerts/settings', { recipients: [recipient] });
  await tenant.sis.bulk('/users/bulk', inactive(await activePeople(tenant, 1)));
  return { tenant, browser, recipient };
}

async function decideAll({ api }: OpenArea): Promise<void> {
  const ids = rowsOf(await api.get('/holds?status=held')).map(({ id }) => id);
  expect((await api.post('/holds/decide', { decision: 'reject', ids })).status).toBe(200);
}

interface ShownAlert {
  readonly kind: string;
  readonly facts: string;
  readonly translations: { readonly es?: string };
  readonly endedAt: string | null;
  readonly endedBy: string | null;
  readonly messages: {
    phase: string;
    recipient: string;
    status: string;
    attempts: number;
    lastError: string | null;
  }[];
}

async function alertsOf({ api }: OpenArea, query = ''): Promise<ShownAlert[]> {
  return rowsOf(await api.get(`/alerts${query}`)) as unknown as ShownAlert[];
}

describe('an incident', () => {
  it('has one message when it opens and one when it is over, with facts and links and without names', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    await check(tenant);
    await checkAndSend(tenant);
    expect(mailsTo(recipient)).toEqual(['[Test University] Alert: De-provisionings are held']);
    await decideAll(browser);
    await check(tenant);
    await checkAndSend(tenant);
    expect(mailsTo(recipient)).toEqual([
      '[Test University] Alert: De-provisionings are held',
      '[Test University] Over: De-provisionings are held',
    ]);

    const [opened, ended] = mail.mails.filter(({ to }) => to.includes(recipient));
    if (opened === undefined || ended === undefined) throw new Error('There are two');
    expect(opened).toMatchObject({ from: FROM, to: [recipient], isEncrypted: true });
    expect(bodyOf(opened)).toContain('1 de-provisioning waits for a decision');
    expect(bodyOf(opened)).toContain('https://integration.example.edu/admin/#/holds');
    expect(bodyOf(opened)).not.toMatch(/95[01]\d{6}/);
    expect(opened.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const id = /^Message-ID: (\S+)\r$/im.exec(opened.source)?.[1];
    expect(/^In-Reply-To: (\S+)\r$/im.exec(ended.source)?.[1]).toBe(id);
  });

  it('is reported in the language of the tenant, with moments in its zone', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    await service.changeSettings(tenant, { language: 'es', timeZone: 'America/Mexico_City' });
    await check(tenant);
    await checkAndSend(tenant);
    await decideAll(browser);
    await check(tenant);
    await checkAndSend(tenant);
    expect(mailsTo(recipient)).toEqual([
      '[Test University] Alerta: Hay bajas retenidas',
      '[Test University] Terminada: Hay bajas retenidas',
    ]);
    const [opened = '', ended = ''] = mail.mails.filter(({ to }) => to.includes(recipient)).map(bodyOf);
    expect(opened).toMatch(
      /^1 baja está pendiente de decisión, la más antigua desde el .+ \(America\/Mexico_City\)/m,
    );
    expect(opened).toContain('Consulte: https://integration.example.edu/admin/#/holds');
    expect(ended).toMatch(/^Ha terminado\. Detectada el .+, terminada el .+ \(America\/Mexico_City\)\./m);
    const [shown] = await alertsOf(browser);
    expect(shown?.facts).toMatch(/^1 de-provisioning waits for a decision/);
    expect(shown?.translations.es).toMatch(/^1 baja está pendiente de decisión/);
  });

  it('is reported by one of two processes that check and send at once', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    await Promise.all([check(tenant), check(tenant, other)]);
    await Promise.all([send(), send()]);
    expect(mailsTo(recipient)).toHaveLength(1);
    await decideAll(browser);
    await Promise.all([check(tenant, other), check(tenant)]);
    await Promise.all([send(), send()]);
    expect(mailsTo(recipient)).toHaveLength(2);
    expect(await alertsOf(browser, '?kind=people_held')).toHaveLength(1);
  });

  it('that is over before its message was sent has one message, which says both', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    await check(tenant);
    await decideAll(browser);
    await checkAndSend(tenant);
    expect(mailsTo(recipient)).toEqual(['[Test University] Over: De-provisionings are held']);
    const [{ messages } = { messages: [] }] = await alertsOf(browser);
    expect(messages.map(({ phase, status }) => `${phase} ${status}`).sort()).toEqual([
      'ended sent',
      'opened withdrawn',
    ]);
  });

  it('opens once more after it has ended', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    await check(tenant);
    await decideAll(browser);
    await check(tenant);
    await tenant.sis.bulk('/users/bulk', inactive(await activePeople(tenant, 2)));
    await checkAndSend(tenant);
    expect(mailsTo(recipient)).toHaveLength(2);
    expect(await alertsOf(browser, '?state=open')).toMatchObject([
      { kind: 'people_held', facts: expect.stringContaining('2 de-provisionings wait') as string },
    ]);
  });

  it('ends when its kind is switched off', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    await checkAndSend(tenant);
    await browser.api.put('/alerts/settings', {
      recipients: [recipient],
      kinds: [{ kind: 'people_held', enabled: false }],
    });
    await checkAndSend(tenant);
    expect(await alertsOf(browser)).toMatchObject([{ endedBy: 'switched_off' }]);
    expect(mailsTo(recipient)).toHaveLength(2);
  });

  it('is reported to the recipients of its kind, where the kind has some', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    const own = newRecipient(tenant, 'registry');
    await browser.api.put('/alerts/settings', {
      recipients: [recipient],
      kinds: [{ kind: 'people_held', recipients: [own, own.toUpperCase()] }],
    });
    await checkAndSend(tenant);
    expect({
      toUsual: mailsTo(recipient),
      toOwn: mail.mails.filter(({ to }) => to.some((one) => one.toLowerCase() === own)),
    }).toEqual({ toUsual: [], toOwn: [expect.anything()] });
  });
});

describe('quiet hours', () => {
  it('keep messages until they end, in the zone that is set', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    const quietHours = { from: timeOfDay(-HOUR_MS), until: timeOfDay(2 * HOUR_MS), timeZone: 'UTC' };
    await browser.api.put('/alerts/settings', { recipients: [recipient], quietHours });
    await checkAndSend(tenant);
    letPass(HOUR_MS);
    await send();
    expect(mailsTo(recipient)).toEqual([]);
    letPass(HOUR_MS + 60_000);
    await send();
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('that are taken away let waiting messages go', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    const quietHours = { from: timeOfDay(-HOUR_MS), until: timeOfDay(HOUR_MS) };
    await browser.api.put('/alerts/settings', { recipients: [recipient], quietHours });
    await checkAndSend(tenant);
    expect(mailsTo(recipient)).toEqual([]);
    await browser.api.put('/alerts/settings', { recipients: [recipient] });
    await send();
    expect(mailsTo(recipient)).toHaveLength(1);
  });
});

describe('a mail server', () => {
  it('that is away is tried again, with a pause, and the page says so', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    await mail.goAway();
    await checkAndSend(tenant);
    const [{ messages } = { messages: [] }] = await alertsOf(browser);
    expect(messages).toMatchObject([
      {
        status: 'waiting',
        attempts: 1,
        lastError: 'The mail server could not be reached, or closed the connection.',
      },
    ]);
    await mail.comeBack();
    await send();
    expect(mailsTo(recipient)).toEqual([]);
    letPass(61_000);
    await send();
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('that refuses a recipient is not asked again for that one, and takes the others', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    const gone = newRecipient(tenant, 'gone');
    mail.refused.set(gone, 550);
    await browser.api.put('/alerts/settings', { recipients: [gone, recipient] });
    await checkAndSend(tenant);
    letPass(2 * HOUR_MS);
    await send();
    jest.useRealTimers();
    const [{ messages } = { messages: [] }] = await alertsOf(browser);
    expect(messages.map(({ status, attempts, lastError }) => [status, attempts, lastError])).toEqual([
      ['refused', 1, 'The mail server refused the recipient (550).'],
      ['sent', 1, null],
    ]);
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('that puts a recipient off is asked again', async () => {
    const { tenant, recipient } = await aHoldingTenant();
    mail.refused.set(recipient, 451);
    await checkAndSend(tenant);
    mail.refused.delete(recipient);
    letPass(61_000);
    await send();
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('that puts a recipient off is given what others wait for', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    const away = newRecipient(tenant, 'away');
    mail.refused.set(away, 451);
    await browser.api.put('/alerts/settings', { recipients: [away, recipient] });
    await check(tenant);
    await service.run('alert-mail');
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('that takes nothing for three days is not tried any more', async () => {
    const { tenant, browser, recipient } = await aHoldingTenant();
    mail.refused.set(recipient, 451);
    await checkAndSend(tenant);
    letPass(3 * DAY_MS + HOUR_MS);
    await service.run('alert-checks');
    jest.useRealTimers();
    const alerts = await alertsOf(browser, '?kind=people_held');
    expect(alerts.flatMap(({ messages }) => messages.map(({ status }) => status))).toEqual(['expired']);
  });
});

describe('a kind of alert', () => {
  async function openOf(tenant: TestTenant, browser: OpenArea): Promise<string[]> {
    await check(tenant);
    return (await alertsOf(browser, '?state=open')).map(({ kind, facts }) => `${kind}: ${facts}`);
  }

  it('late_run opens when no upload succeeded for too long, and is over with the next one', async () => {
    const tenant = await service.tenant();
    const browser = await admins.open(tenant);
    expect(await openOf(tenant, browser)).toEqual([]);
    await tenant.sis.bulk('/users/bulk', [person()]);
    await service.settle(tenant);
    expect(await openOf(tenant, browser)).toEqual([]);
    await letPassIn(service, tenant, 27 * HOUR_MS);
    expect(await openOf(tenant, await admins.open(tenant))).toEqual([
      expect.stringMatching(/^late_run: .* ended on .* \(UTC\); .* every 26 hours\.$/),
    ]);
  });

  it('late_run is about the run that comes every night, not about other uploads', async () => {
    const tenant = await service.tenant();
    const { tenantId, apiKey } = tenant;
    const counts = { inserted: 0, updated: 0, unchanged: 9, failed: 0 };
    const night = (hours: number, n: number): Promise<void> => {
      const at = new Date(Date.now() - hours * HOUR_MS);
      const run = { tenantId, at, actor: `key:${apiKey}`, run: `night-${n}`, ...counts };
      return service.app.get(RequestsRepository).saveSeries(service.app.get(UnitOfWork).single, [run]);
    };
    for (const [n, hours] of [75, 51, 27].entries()) await night(hours, n);
    await tenant.sis.bulk('/users/bulk', [person()]);
    await service.settle(tenant);
    const browser = await admins.open(tenant);
    expect(await openOf(tenant, browser)).toEqual([
      expect.stringMatching(/^late_run: The last run like night-2 that succeeded ended on /),
    ]);
    await night(1, 4);
    expect(await openOf(tenant, browser)).toEqual([]);
  });

  it('complete_run_missing opens while runs come and none is complete, and is over with the next', async () => {
    const tenant = await service.tenant();
    const students = [person({ accountType: 'Student' }), person({ accountType: 'Student' })];
    const night = async (run: string, isComplete: boolean): Promise<void> => {
      await sendRun(service, tenant, run, students);
      if (isComplete) await finishRun(tenant, run, { complete: { accountTypes: ['Student'] } });
      await service.settle(tenant);
      await letPassIn(service, tenant, DAY_MS);
    };
    for (const run of ['night-1', 'night-2', 'night-3']) await night(run, true);
    expect(await openOf(tenant, await admins.open(tenant))).toEqual([]);
    await night('night-4', false);
    expect(await openOf(tenant, await admins.open(tenant))).toEqual([
      expect.stringMatching(/^complete_run_missing: The last run that named everyone of Student, night-3, /),
    ]);
    await night('night-5', true);
    expect(await openOf(tenant, await admins.open(tenant))).toEqual([]);
  });

  it('complete_run_missing is found of each account type, which a sender may send in turns', async () => {
    const tenant = await service.tenant();
    const rows = [person({ accountType: 'Student' }), person({ accountType: 'Faculty' })];
    const night = async (run: string, accountTypes?: string[]): Promise<string[]> => {
      await sendRun(service, tenant, run, rows);
      if (accountTypes !== undefined) await finishRun(tenant, run, { complete: { accountTypes } });
      await service.settle(tenant);
      await letPassIn(service, tenant, DAY_MS);
      return openOf(tenant, await admins.open(tenant));
    };
    const missing = (types: string, run: string): unknown[] => [
      expect.stringContaining(`complete_run_missing: The last run that named everyone of ${types}, ${run}, `),
    ];
    for (const run of ['night-1', 'night-2', 'night-3'])
      expect(await night(run, ['Student', 'Faculty'])).toEqual([]);
    expect(await night('night-4')).toEqual(missing('Student, Faculty', 'night-3'));
    expect(await night('night-5', ['Student'])).toEqual(missing('Faculty', 'night-3'));
    expect(await night('night-6', ['Faculty'])).toEqual([]);
  });

  it('complete_run_missing does not open on a weekend, when no run comes', async () => {
    const tenant = await service.tenant();
    await service.changeSettings(tenant, { nightlyRunHours: 80 });
    for (const run of ['night-1', 'night-2', 'night-3']) {
      await completeRun(service, tenant, run, [person({ accountType: 'Student' })]);
      await service.settle(tenant);
      await letPassIn(service, tenant, DAY_MS);
    }
    await letPassIn(service, tenant, 2 * DAY_MS);
    expect(await openOf(tenant, await admins.open(tenant))).toEqual([]);
  });

  it('a run that does not come is one incident, also when it was complete each night', async () => {
    const tenant = await service.tenant();
    for (const run of ['night-1', 'night-2', 'night-3']) {
      await completeRun(service, tenant, run, [person({ accountType: 'Student' })]);
      await service.settle(tenant);
      await letPassIn(service, tenant, DAY_MS);
    }
    await letPassIn(service, tenant, 3 * HOUR_MS);
    expect(await openOf(tenant, await admins.open(tenant))).toEqual([
      expect.stringMatching(/^late_run: The last run like night-3 that succeeded ended on /),
    ]);
  });

  it('conflicts opens while questions of identity matching wait', async () => {
    const tenant = await service.tenant();
    const browser = await admins.open(tenant);
    const [ann, bo] = [person(), person()];
    for (const one of [ann, bo, { ...ann, email: bo['email'] }]) await tenant.sis.post('/users', one);
    const [conflict] = rowsOf(await browser.api.get('/conflicts?status=open'));
    expect(await openOf(tenant, browser)).toEqual(['conflicts: 1 identity conflict waits for a decision.']);
    await browser.api.post(`/conflicts/${String(conflict?.['id'])}/decide`, { decision: 'ignore' });
    expect(await openOf(tenant, browser)).toEqual([]);
  });

  it('run_failures opens above its threshold, one for each sender, and is over after a better run', async () => {
    const tenant = await service.tenant();
    const browser = await admins.open(tenant);
    await browser.api.put('/alerts/settings', { kinds: [{ kind: 'run_failures', threshold: 1 }] });
    const bad = { ...person(), accountType: 'Studnet' };
    await inRun(service, tenant, 'night-1').bulk('/users/bulk', [bad, person()]);
    expect(await openOf(tenant, browser)).toEqual([]);
    await inRun(service, tenant, 'night-2').bulk('/users/bulk', [bad, bad, person()]);
    expect(await flushedOpenOf(tenant, browser)).toEqual([expect.stringContaining('The run night-2, ')]);
    await inRun(service, tenant, 'night-3').bulk('/users/bulk', [bad, bad, bad]);
    expect(await flushedOpenOf(tenant, browser)).toEqual([expect.stringContaining('3 failed rows of 3.')]);
    expect(await alertsOf(browser)).toHaveLength(1);
    await inRun(service, tenant, 'night-4').bulk('/users/bulk', [person()]);
    expect(await flushedOpenOf(tenant, browser)).toHaveLength(1);
    await letPassIn(service, tenant, 11 * 60_000);
    expect(await openOf(tenant, browser)).toEqual([]);
  });

  async function flushedOpenOf(tenant: TestTenant, browser: OpenArea): Promise<string[]> {
    await tenant.sis.get('/runs');
    return openOf(tenant, browser);
  }

  it('key_expiring opens some days before, and is over when the key is rotated', async () => {
    const tenant = await service.tenant();
    const browser = await admins.open(tenant);
    const { apiKey } = await aKey(browser.api, { expiresAt: inMs(10 * DAY_MS) });
    expect(await openOf(tenant, browser)).toEqual([expect.stringContaining(apiKey)]);
    await browser.api.post(`/keys/${apiKey}/rotate`, { overlapHours: 1 });
    expect(await openOf(tenant, browser)).toEqual([]);
  });

  it('connector_silent opens when an item waits for longer than allowed, and is over when it is claimed', async () => {
    const tenant = await service.tenant();
    let browser = await admins.open(tenant);
    await aSubmission(tenant, { studentId: await aStudent(tenant), status: 'approved' });
    expect(await openOf(tenant, browser)).toEqual([]);
    await letPassIn(service, tenant, 27 * HOUR_MS);
    // The first session has ended.
    browser = await admins.open(tenant);
    expect(await openOf(tenant, browser)).toEqual([
      expect.stringMatching(
        /^connector_silent: 1 item .* waits, the oldest since .* No connector has ever claimed any\.$/,
      ),
    ]);
    await claimOne(tenant);
    await letPassIn(service, tenant, 1000);
    expect(await openOf(tenant, browser)).toEqual([]);
  });
});
