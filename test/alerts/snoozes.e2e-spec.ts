import { AlertMessagesRepository } from '../../src/alerts/incidents/alert-messages.repository.js';
import { activePeople, aLimitedTenant, inactive } from '../factories/deprovisioning-limits.js';
import { aKey } from '../factories/keys.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import { inMs, letPass, letPassIn } from '../support/clock.js';
import { keepSecrets } from '../support/evidence.js';
import { subjectOf, TestMailServer } from '../support/mail-server.js';
import { TestService, type TestTenant } from '../support/service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let mail: TestMailServer;
let service: TestService;
let admins: Administrators;
let tenant: TestTenant;
let browser: Pick<Browser, 'api'>;
let recipient: string;

beforeAll(async () => {
  mail = await TestMailServer.start();
  service = await TestService.start({ SMTP_URL: mail.url(), SMTP_FROM: 'alerts@operator.example.edu' });
  admins = new Administrators(service);
});

beforeEach(async () => {
  tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
  browser = await admins.open(tenant);
  recipient = address('it');
  await browser.api.put('/alerts/settings', { recipients: [recipient] });
});

afterAll(async () => {
  await service.stop();
  await mail.stop();
});

function address(name: string): string {
  const made = `${name}@${tenant.tenantId}.example.edu`;
  keepSecrets('e-mail address', [made]);
  return made;
}

async function holdOne(): Promise<void> {
  await tenant.sis.bulk('/users/bulk', inactive(await activePeople(tenant, 1)));
  await service.settle(tenant);
}

async function decideAll(): Promise<void> {
  const ids = rowsOf(await browser.api.get('/holds?status=held')).map(({ id }) => id);
  await browser.api.post('/holds/decide', { decision: 'reject', ids });
  await service.settle(tenant);
}

const alertsOf = async (state: string): Promise<Row[]> =>
  rowsOf(await browser.api.get(`/alerts?state=${state}`));

async function idOfOpen(): Promise<string> {
  const [alert] = await alertsOf('open');
  return String(alert?.['id']);
}

async function snooze(body: object = { length: 'hour' }): Promise<Row> {
  const answer = await browser.api.post(`/alerts/${await idOfOpen()}/snooze`, body);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

async function counted(): Promise<unknown> {
  return (await browser.api.get('/attention')).body.data['alerts'];
}

async function send(): Promise<void> {
  await service.run('alert-mail');
}

/** The tenant's messages were written so long before. */
async function age(ms: number): Promise<void> {
  const sql =
    'UPDATE `alert_messages` SET `createdAt` = `createdAt` - INTERVAL ? SECOND WHERE `tenantId` = ?';
  await service.query(sql, [ms / 1000, tenant.tenantId]);
}

function mailsTo(to: string): string[] {
  return mail.mails.filter((one) => one.to.includes(to)).map(subjectOf);
}

/** The number of the menu, and how many alerts each state has. */
async function states(): Promise<Record<string, unknown>> {
  const [open, awake, snoozed] = await Promise.all(['open', 'awake', 'snoozed'].map(alertsOf));
  return { counted: await counted(), open: open?.length, awake: awake?.length, snoozed: snoozed?.length };
}

describe('an alert that is snoozed', () => {
  it('is not counted in the menu, shows who silenced it and why, and is woken', async () => {
    expect(await states()).toEqual({ counted: 0, open: 0, awake: 0, snoozed: 0 });
    await holdOne();
    expect(await states()).toEqual({ counted: 1, open: 1, awake: 1, snoozed: 0 });
    const shown = await snooze({ length: 'week', note: ' The registrar knows. ' });
    expect(shown['snoozed']).toMatchObject({
      by: expect.stringMatching(/^admin:/) as string,
      byLabel: expect.any(String) as string,
      note: 'The registrar knows.',
    });
    expect(await states()).toEqual({ counted: 0, open: 1, awake: 0, snoozed: 1 });
    const woken = await browser.api.post(`/alerts/${await idOfOpen()}/wake`, {});
    expect(woken.body).toMatchObject({ message: 'WOKEN', data: { snoozed: null } });
    expect(await states()).toEqual({ counted: 1, open: 1, awake: 1, snoozed: 0 });
    const again = await browser.api.post(`/alerts/${await idOfOpen()}/wake`, {});
    expect(again.body).toMatchObject({ message: 'NOT SNOOZED' });
    const audited = rowsOf(await browser.api.get('/audit')).filter(({ target }) =>
      String(target).startsWith('alert:'),
    );
    expect(audited).toMatchObject([
      { action: 'alert.woken', before: { kind: 'people_held', note: 'The registrar knows.' } },
      { action: 'alert.snoozed', after: { kind: 'people_held', note: 'The registrar knows.' } },
    ]);
  });

  it('has no message about its opening until the snooze is over', async () => {
    await holdOne();
    await snooze();
    await send();
    expect(mailsTo(recipient)).toEqual([]);
    letPass(HOUR_MS + 1000);
    await send();
    expect(mailsTo(recipient)).toEqual(['[Test University] Alert: De-provisionings are held']);
  });

  it('has that message as soon as it is woken', async () => {
    await holdOne();
    await snooze({ length: 'week' });
    await send();
    await browser.api.post(`/alerts/${await idOfOpen()}/wake`, {});
    await send();
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('has that message at the end of a shorter snooze that replaces it', async () => {
    await holdOne();
    await snooze({ length: 'week' });
    await send();
    await snooze({ length: 'hour' });
    await send();
    expect(mailsTo(recipient)).toEqual([]);
    letPass(HOUR_MS + 1000);
    await send();
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('has that message after a snooze that was longer than messages are tried for', async () => {
    await holdOne();
    await snooze({ length: 'week' });
    await send();
    await age(7 * DAY_MS);
    await service.run('alert-checks');
    letPass(7 * DAY_MS + 1000);
    await service.run('alert-checks');
    await send();
    expect(mailsTo(recipient)).toContain('[Test University] Alert: De-provisionings are held');
  });

  it('has that message when it is woken after so long', async () => {
    await holdOne();
    await snooze({ length: 'week' });
    await send();
    await age(5 * DAY_MS);
    await browser.api.post(`/alerts/${await idOfOpen()}/wake`, {});
    await service.run('alert-checks');
    await send();
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('has that message also when a process that has read the snooze puts it off after the wake', async () => {
    await holdOne();
    await snooze({ length: 'week' });
    const messages = service.app.get(AlertMessagesRepository, { strict: false });
    const read = await messages.of(tenant, [await idOfOpen()]);
    await browser.api.post(`/alerts/${await idOfOpen()}/wake`, {});
    expect(read).toHaveLength(1);
    for (const message of read) await messages.putOff(message, new Date(Date.now() + 7 * DAY_MS));
    await send();
    expect(mailsTo(recipient)).toHaveLength(1);
  });

  it('is not snoozed any more when it has ended, also where its snooze was left', async () => {
    await holdOne();
    await send();
    await decideAll();
    await service.query(
      `UPDATE \`alert_incidents\` SET \`snoozedUntil\` = ?, \`snoozedAt\` = ?, \`snoozedBy\` = 'terminal'
        WHERE \`tenantId\` = ?`,
      [new Date(Date.now() + DAY_MS), new Date(), tenant.tenantId],
    );
    await send();
    expect(mailsTo(recipient)).toHaveLength(2);
    expect(await alertsOf('ended')).toMatchObject([{ snoozed: null }]);
  });

  it('has the message that it is over at once', async () => {
    await holdOne();
    await send();
    await snooze({ length: 'week' });
    await decideAll();
    await send();
    expect(mailsTo(recipient)).toHaveLength(2);
  });

  it('is counted again when the moment has come, without a call', async () => {
    await holdOne();
    await snooze();
    expect(await counted()).toBe(0);
    await letPassIn(service, tenant, HOUR_MS + 1000);
    browser = await admins.open(tenant);
    expect(await states()).toEqual({ counted: 1, open: 1, awake: 1, snoozed: 0 });
  });

  it('is a new one when it ends and opens again', async () => {
    await holdOne();
    await snooze({ length: 'week', note: 'Known' });
    const before = await idOfOpen();
    await decideAll();
    expect(await alertsOf('ended')).toMatchObject([{ id: before, snoozed: null }]);
    const refused = await browser.api.post(`/alerts/${before}/snooze`, { length: 'hour' });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
    await holdOne();
    expect(await idOfOpen()).not.toBe(before);
    expect(await states()).toEqual({ counted: 1, open: 1, awake: 1, snoozed: 0 });
  });

  it('is listed for monitoring, and does not make it fail', async () => {
    const token = String((await browser.api.post('/alerts/token', {})).body.data['token']);
    const page = async (): Promise<unknown[]> => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${service.baseUrl}/health/alerts`, { headers });
      return [answer.status, await answer.json()];
    };
    await holdOne();
    expect(await page()).toMatchObject([503, { status: 'alert', open: [{ snoozedUntil: null }] }]);
    const { snoozed } = await snooze();
    const { until: snoozedUntil } = snoozed as { until: string };
    expect(await page()).toMatchObject([200, { status: 'ok', open: [{ snoozedUntil }] }]);
  });

  it('is no alert of another tenant, and has a length that is known', async () => {
    await holdOne();
    const id = await idOfOpen();
    const other = await admins.open(await service.tenant());
    for (const call of ['snooze', 'wake'])
      expect((await other.api.post(`/alerts/${id}/${call}`, { length: 'hour' })).status).toBe(404);
    expect(problemsOf(await browser.api.post(`/alerts/${id}/snooze`, {}))).toEqual([400, 'length']);
    expect(problemsOf(await browser.api.post('/alerts/x/wake', {}))).toEqual([400, 'id']);
    expect(await counted()).toBe(1);
  });
});

describe('an alert about a key', () => {
  it('names the label of the key, and leads to it', async () => {
    const { apiKey } = await aKey(browser.api, { label: 'Nightly feed', expiresAt: inMs(10 * DAY_MS) });
    await service.settle(tenant);
    expect(await alertsOf('open')).toMatchObject([
      {
        about: 'Nightly feed',
        page: `/keys/${apiKey}/show`,
        facts: expect.stringContaining(`The API key “Nightly feed” (${apiKey}) expires on`) as string,
      },
    ]);
    await send();
    expect(mail.mails.find(({ to }) => to.includes(recipient))?.source).toContain(
      `/admin/#/keys/${apiKey}/show`,
    );
  });
});
