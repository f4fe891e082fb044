import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { activePeople, aLimitedTenant, inactive } from '../factories/deprovisioning-limits.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import { letPass, timeOfDay } from '../support/clock.js';
import { keepSecrets, printedFile } from '../support/evidence.js';
import { subjectOf, TestMailServer } from '../support/mail-server.js';
import { TestService, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { type ReceivedPost, WebhookReceiver } from '../support/webhook-receiver.js';
import { Tester } from '../sandbox/support.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 86_400_000;
const PUBLIC_URL = 'https://integration.example.edu';

let mail: TestMailServer;
let receiver: WebhookReceiver;
let service: TestService;
/** A second process of the service, as far as the database knows. */
let other: TestService;
let admins: Administrators;

beforeAll(async () => {
  [mail, receiver] = [await TestMailServer.start(), await WebhookReceiver.start()];
  const env = {
    SMTP_URL: mail.url(),
    SMTP_FROM: 'alerts@operator.example.edu',
    PUBLIC_URL,
    WEBHOOK_PRIVATE_HOSTS: WebhookReceiver.HOST,
  };
  [service, other] = [await TestService.start(env), await TestService.start(env)];
  admins = new Administrators(service);
});

afterAll(async () => {
  await service.stop();
  await other.stop();
  await receiver.stop();
  await mail.stop();
});

interface Desk {
  readonly tenant: TestTenant;
  readonly api: Browser['api'];
}

/** A tenant in which a de-provisioning is held, so that an incident opens with the next check. */
async function aDesk(): Promise<Desk> {
  const tenant = await aLimitedTenant(service, { mode: 'hold', perDay: { count: 0 } });
  const { api } = await admins.open(tenant);
  await tenant.sis.bulk('/users/bulk', inactive(await activePeople(tenant, 1)));
  return { tenant, api };
}

interface Webhook {
  readonly id: string;
  readonly path: string;
  readonly secret: string | null;
}

async function add({ api }: Desk, kind = 'plain'): Promise<Webhook> {
  const path = receiver.newPath();
  const { status, body } = await api.post('/alerts/webhooks', {
    kind,
    name: `${kind} of operations`,
    url: receiver.urlOf(path),
  });
  expect(status).toBe(201);
  const { id, secret } = body.data as { id: string; secret: string | null };
  if (secret !== null) keepSecrets('secret of a webhook', [secret]);
  return { id, path, secret };
}

/** Both processes send at once, until nothing is due. */
async function post(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await Promise.all([service, other].map((process) => process.run('alert-posts')));
}

async function checkAndPost({ tenant }: Desk): Promise<void> {
  await service.settle(tenant);
  await post();
}

async function decideAll({ api }: Desk): Promise<void> {
  const ids = rowsOf(await api.get('/holds?status=held')).map(({ id }) => id);
  await api.post('/holds/decide', { decision: 'reject', ids });
}

/** Opens more incidents of the tenant, which wait for its webhook as the one does that is there. */
async function openMore({ tenant: { tenantId } }: Desk, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const id = `al_${String(n).padStart(26, '0')}`;
    const copies = [
      ['alert_incidents', 'id', '`subject`, `kind`, `facts`, `openedAt`'],
      [
        'alert_messages',
        'incidentId',
        '`recipient`, `phase`, `way`, `status`, `attempts`, `dueAt`, `createdAt`',
      ],
    ] as const;
    for (const [table, idColumn, same] of copies)
      await service.query(
        `INSERT INTO \`${table}\` (\`tenantId\`, \`${idColumn}\`, ${same})
          SELECT \`tenantId\`, ?, ${same} FROM \`${table}\` WHERE \`tenantId\` = ? LIMIT 1`,
        [id, tenantId],
      );
  }
}

function documentsAt({ path }: Webhook): Row[] {
  return receiver.to(path).map(({ body }) => JSON.parse(body) as Row);
}

async function shown({ api }: Desk, { id }: Webhook): Promise<Row | undefined> {
  return rowsOf(await api.get('/alerts/webhooks')).find((one) => one['id'] === id);
}

/** What became of the messages to webhooks. */
async function messagesOf({ api }: Desk): Promise<Row[]> {
  const alerts = rowsOf(await api.get('/alerts'));
  return alerts.flatMap(({ messages }) => messages as Row[]).filter(({ way }) => way === 'webhook');
}

function isSigned({ headers, body }: ReceivedPost, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('an incident', () => {
  it('is posted when it opens and when it is over, as signed documents with stable fields', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    await checkAndPost(desk);
    await checkAndPost(desk);
    await decideAll(desk);
    await checkAndPost(desk);

    const [opened, resolved] = documentsAt(webhook);
    const [alert] = rowsOf(await desk.api.get('/alerts'));
    expect(opened).toEqual({
      id: expect.stringMatching(/^am_[0-9a-f]{26}$/) as string,
      state: 'opened',
      kind: 'people_held',
      incidentId: alert?.['id'],
      since: alert?.['openedAt'],
      endedAt: null,
      subject: '[Test University] Alert: De-provisionings are held',
      text: expect.stringContaining('1 de-provisioning waits for a decision') as string,
      link: `${PUBLIC_URL}/admin/#/holds?filter=%7B%22status%22%3A%22held%22%7D`,
      tenantId: desk.tenant.tenantId,
      tenant: 'Test University',
    });
    expect(resolved).toMatchObject({ state: 'resolved', endedAt: alert?.['endedAt'] });
    expect(JSON.stringify([opened, resolved])).not.toMatch(/95[01]\d{6}/);
    const posts = receiver.to(webhook.path);
    expect(posts).toHaveLength(2);
    for (const one of posts) {
      expect(one.headers['content-type']).toBe('application/json');
      expect(one.headers['webhook-id']).toBe((JSON.parse(one.body) as Row)['id']);
      expect(isSigned(one, webhook.secret ?? '')).toBe(true);
      expect(isSigned(one, `whsec_${'A'.repeat(43)}=`)).toBe(false);
    }
  });

  it('is posted to Slack as text and to Teams as an Adaptive Card, in the language of the tenant', async () => {
    const desk = await aDesk();
    await service.changeSettings(desk.tenant, { language: 'es' });
    const [slack, teams] = [await add(desk, 'slack'), await add(desk, 'teams')];
    for (const { secret } of [slack, teams]) expect(secret).toBeNull();
    await checkAndPost(desk);
    const subject = '[Test University] Alerta: Hay bajas retenidas';
    expect(documentsAt(slack)).toEqual([{ text: expect.stringContaining(`${subject}\n`) as string }]);
    const [message] = documentsAt(teams) as { type: string; attachments: Row[] }[];
    const [card] = message?.attachments ?? [];
    expect(message?.type).toBe('message');
    expect(card).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', title: 'Ver la causa' }, {}] },
    });
    expect(JSON.stringify(card)).toContain(subject);
    expect(receiver.to(slack.path)[0]?.headers).not.toHaveProperty('webhook-signature');
  });

  it('is posted to the webhooks of its tenant alone', async () => {
    const [one, another] = [await aDesk(), await aDesk()];
    const [ofOne, ofAnother] = [await add(one), await add(another)];
    await checkAndPost(one);
    await checkAndPost(another);
    expect(documentsAt(ofOne)).toMatchObject([{ tenantId: one.tenant.tenantId }]);
    expect(documentsAt(ofAnother)).toMatchObject([{ tenantId: another.tenant.tenantId }]);
    for (const answer of [
      await another.api.post(`/alerts/webhooks/${ofOne.id}/test`, {}),
      await another.api.send('DELETE', `/alerts/webhooks/${ofOne.id}`),
    ])
      expect(answer.status).toBe(404);
    expect(await shown(one, ofOne)).toBeDefined();
  });

  it('waits for the end of quiet hours and of a snooze, as a mail does', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    const quietHours = { from: timeOfDay(-HOUR_MS), until: timeOfDay(HOUR_MS) };
    await desk.api.put('/alerts/settings', { quietHours });
    await checkAndPost(desk);
    expect(documentsAt(webhook)).toEqual([]);
    expect(await messagesOf(desk)).toMatchObject([{ status: 'waiting', recipient: 'plain of operations' }]);
    const [alert] = rowsOf(await desk.api.get('/alerts?state=open'));
    await desk.api.post(`/alerts/${String(alert?.['id'])}/snooze`, { length: 'week' });
    await desk.api.put('/alerts/settings', {});
    await post();
    expect(documentsAt(webhook)).toEqual([]);
    await desk.api.post(`/alerts/${String(alert?.['id'])}/wake`, {});
    await post();
    expect(documentsAt(webhook)).toMatchObject([{ state: 'opened' }]);
  });
});

describe('a webhook that does not take a message', () => {
  it('is given it again later, with the same id, and what waits for it waits with it', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    receiver.answer(webhook.path, 503);
    await checkAndPost(desk);
    await post();
    expect(receiver.to(webhook.path)).toHaveLength(1);
    expect(await messagesOf(desk)).toMatchObject([
      { status: 'waiting', attempts: 1, lastError: 'The webhook answered 503.' },
    ]);
    expect(await shown(desk, webhook)).toMatchObject({ goneAt: null, problem: 'The webhook answered 503.' });
    receiver.answer(webhook.path, 204);
    letPass(MINUTE_MS + 1000);
    await post();
    const ids = receiver.to(webhook.path).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await messagesOf(desk)).toMatchObject([{ status: 'sent', attempts: 2 }]);
    expect(await shown(desk, webhook)).toMatchObject({ problem: null, problemAt: null });
  });

  it('is not called before the moment that it names', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    receiver.answer(webhook.path, 429, { 'Retry-After': '600' });
    await checkAndPost(desk);
    letPass(9 * MINUTE_MS);
    await post();
    expect(receiver.to(webhook.path)).toHaveLength(1);
    letPass(MINUTE_MS + 1000);
    await post();
    expect(receiver.to(webhook.path)).toHaveLength(2);
  });

  it('never stops mail, nor other webhooks', async () => {
    const desk = await aDesk();
    const recipient = `it@${desk.tenant.tenantId}.example.edu`;
    keepSecrets('e-mail address', [recipient]);
    await desk.api.put('/alerts/settings', { recipients: [recipient] });
    const [failing, working] = [await add(desk), await add(desk)];
    receiver.answer(failing.path, 500);
    await checkAndPost(desk);
    await service.run('alert-mail');
    expect(documentsAt(working)).toHaveLength(1);
    const mails = mail.mails.filter(({ to }) => to.includes(recipient));
    expect(mails.map(subjectOf)).toEqual(['[Test University] Alert: De-provisionings are held']);
  });

  it('lets no other tenant wait while it does not answer, however much waits for it', async () => {
    const [silent, working] = [await aDesk(), await aDesk()];
    const [ofSilent, ofWorking] = [await add(silent), await add(working)];
    const answerAll = receiver.hold(ofSilent.path);
    await service.settle(silent.tenant);
    await openMore(silent, 60);
    const posting = post();
    await until('the silent one is called', () => receiver.to(ofSilent.path).length > 0);
    await service.settle(working.tenant);
    await until('the other one has its alert', () => receiver.to(ofWorking.path).length > 0);
    expect(receiver.to(ofSilent.path)).toHaveLength(1);
    answerAll();
    await posting;
    expect(receiver.to(ofSilent.path)).toHaveLength(61);
    expect(new Set(documentsAt(ofSilent).map(({ id }) => id)).size).toBe(61);
  });

  it('is left alone for longer after each failure, however much waits for it', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    receiver.answer(webhook.path, 503);
    await service.settle(desk.tenant);
    await openMore(desk, 3);
    await post();
    expect(receiver.to(webhook.path)).toHaveLength(1);
    letPass(MINUTE_MS + 1000);
    await post();
    expect(receiver.to(webhook.path)).toHaveLength(2);
    letPass(MINUTE_MS + 1000);
    await post();
    expect(receiver.to(webhook.path)).toHaveLength(2);
    letPass(MINUTE_MS);
    await post();
    expect(receiver.to(webhook.path)).toHaveLength(3);
  });

  it('is given a message up to three days, and the page says that it was given up', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    receiver.answer(webhook.path, 500);
    await checkAndPost(desk);
    const sql = 'UPDATE `alert_messages` SET `createdAt` = `createdAt` - INTERVAL 3 DAY WHERE `tenantId` = ?';
    await service.query(sql, [desk.tenant.tenantId]);
    await service.run('alert-checks');
    await post();
    expect(await messagesOf(desk)).toMatchObject([
      { status: 'expired', lastError: 'The webhook answered 500.' },
    ]);
    expect(receiver.to(webhook.path)).toHaveLength(1);
  });

  it.each([404, 410])('and answers %i is gone: it gets nothing until a test is taken', async (status) => {
    const desk = await aDesk();
    const webhook = await add(desk);
    receiver.answer(webhook.path, status);
    await checkAndPost(desk);
    const problem = `The webhook answered that it is no more (${status}).`;
    expect(await messagesOf(desk)).toMatchObject([{ status: 'refused', lastError: problem }]);
    expect(await shown(desk, webhook)).toMatchObject({ goneAt: expect.any(String) as string, problem });
    const log = readFileSync(printedFile('log'), 'utf8');
    expect(log).toContain(`"webhookId":"${webhook.id}"`);
    await decideAll(desk);
    await checkAndPost(desk);
    expect(receiver.to(webhook.path)).toHaveLength(1);
    receiver.answer(webhook.path, 204);
    const test = await desk.api.post(`/alerts/webhooks/${webhook.id}/test`, {});
    expect(test.body.data).toEqual({ taken: true, problem: null });
    expect(await shown(desk, webhook)).toMatchObject({ goneAt: null, problem: null });
  });

  it('redirects in vain: nothing is sent to where it leads', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    const inside = receiver.newPath();
    receiver.answer(webhook.path, 307, { Location: receiver.urlOf(inside) });
    const { body } = await desk.api.post(`/alerts/webhooks/${webhook.id}/test`, {});
    expect(body.data).toEqual({
      taken: false,
      problem: 'The webhook answered with a redirection, which is not followed (307).',
    });
    expect(receiver.to(inside)).toEqual([]);
  });

  it('gets nothing any more once it was removed', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    receiver.answer(webhook.path, 500);
    await checkAndPost(desk);
    const removed = await desk.api.send('DELETE', `/alerts/webhooks/${webhook.id}`);
    expect(removed.body.data).toEqual([]);
    expect(await messagesOf(desk)).toMatchObject([
      { status: 'refused', recipient: webhook.id, lastError: 'The webhook was removed.' },
    ]);
    letPass(DAY_MS);
    await post();
    expect(receiver.to(webhook.path)).toHaveLength(1);
  });
});

describe('the address of a webhook', () => {
  it('is a secret: neither answers nor the audit log nor the database have it', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    await desk.api.post(`/alerts/webhooks/${webhook.id}/test`, {});
    await checkAndPost(desk);
    const address = `${WebhookReceiver.HOST}:${receiver.port}/…${webhook.path.slice(-4)}`;
    expect(await shown(desk, webhook)).toMatchObject({ kind: 'plain', name: 'plain of operations', address });
    await desk.api.send('DELETE', `/alerts/webhooks/${webhook.id}`);
    const audit = rowsOf(await desk.api.get('/audit')).filter(({ action }) =>
      String(action).startsWith('alerts.webhook'),
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'alerts.webhook-removed',
      'alerts.webhook-tested',
      'alerts.webhook-added',
    ]);
    const stored = await service.query<Row[]>('SELECT * FROM `alert_webhooks`', []);
    const everything = JSON.stringify([audit, stored, rowsOf(await desk.api.get('/alerts'))]);
    expect(everything).not.toContain(webhook.path);
    expect(everything).not.toContain(webhook.secret);
  });

  it.each([
    'http://hooks.example.edu/x',
    'https://ann:secret@hooks.example.edu/x',
    'https://127.0.0.2/x',
    'https://10.0.0.7/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.7]/x',
    'https://[::ffff:169.254.169.254]/x',
    'https://0x7f.2/x',
    'https://localhost/x',
    'https://no-such-name.invalid/x',
  ])('may not be %s', async (url) => {
    const { api } = await admins.open(await service.tenant());
    const refused = await api.post('/alerts/webhooks', { kind: 'plain', name: 'x', url });
    expect(problemsOf(refused)).toEqual([400, 'url']);
  });

  it('is not called any more when the operator no longer allows its host', async () => {
    const desk = await aDesk();
    const webhook = await add(desk);
    const stricter = await TestService.start({ PUBLIC_URL });
    await service.settle(desk.tenant);
    try {
      await stricter.run('alert-posts');
    } finally {
      await stricter.stop();
    }
    expect(receiver.to(webhook.path)).toEqual([]);
    expect(await messagesOf(desk)).toMatchObject([
      {
        status: 'waiting',
        lastError: 'The webhook is in a private network, which the operator of the service has not allowed.',
      },
    ]);
  });

  it('of Teams is not one of a connector, which was retired', async () => {
    const { api } = await admins.open(await service.tenant());
    const url = 'https://example.webhook.office.com/webhookb2/x';
    const refused = await api.post('/alerts/webhooks', { kind: 'teams', name: 'x', url });
    expect(problemsOf(refused)).toEqual([400, 'url']);
  });
});

describe('the webhooks of a tenant', () => {
  it('are ten at most', async () => {
    const desk = await aDesk();
    for (let n = 0; n < 10; n += 1) await add(desk);
    const url = receiver.urlOf('/x');
    const refused = await desk.api.post('/alerts/webhooks', { kind: 'plain', name: 'x', url });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'INVALID_TRANSITION' } } });
  });

  it('are tried six times a minute at most', async () => {
    const desk = await aDesk();
    const { id } = await add(desk);
    for (let n = 0; n < 6; n += 1)
      expect((await desk.api.post(`/alerts/webhooks/${id}/test`, {})).status).toBe(200);
    expect((await desk.api.post(`/alerts/webhooks/${id}/test`, {})).status).toBe(429);
  });

  it('are neither copied into a sandbox nor called from one', async () => {
    const desk = await aDesk();
    await add(desk);
    const sandbox = await (await Tester.at(service)).make();
    expect(
      await service.query('SELECT `id` FROM `alert_webhooks` WHERE `tenantId` = ?', [sandbox.tenantId]),
    ).toEqual([]);
  });
});
