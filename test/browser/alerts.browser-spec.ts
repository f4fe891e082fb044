import { KIND_SPECS } from '../../src/alerts/kinds/kinds.js';
import { isEmailAddress } from '../../src/http/fields/formats.js';
import { activePeople, aLimitedTenant, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { aKey } from '../factories/keys.js';
import { person } from '../factories/person.js';
import { keepSecrets } from '../support/evidence.js';
import { TestMailServer } from '../support/mail-server.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { faultsOfState } from './support/accessibility-walk.js';
import { seriousFindings } from './support/axe.js';
import { openOfEachKind } from './support/open-alerts.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const SETTINGS = ['/alert-settings', 'Who is alerted'] as const;
const HELD = 'De-provisionings are held';

const mail = await TestMailServer.start();
const receiver = await WebhookReceiver.start();
const pages = Pages.ofFile({
  SMTP_URL: mail.url(),
  SMTP_FROM: 'alerts@operator.example.edu',
  WEBHOOK_PRIVATE_HOSTS: WebhookReceiver.HOST,
});
let visit: Visit;

afterAll(async () => {
  await mail.stop();
  await receiver.stop();
});

beforeEach(async () => {
  ({ visit } = await pages.administrator(await pages.service.tenant()));
});

/** Usual ones, those that few rules know, and mistakes. */
const ADDRESSES = [
  'ann@example.edu',
  'ann+alerts@example.edu',
  'josé@example.edu',
  'ann@bücher.example',
  'a..b@docomo.ne.jp',
  'ann.@au.com',
  'ann@ai',
  'ann@example',
  'a..b@example.edu',
  'ann@-example.edu',
  '"ann"@example.edu',
  'ann@[127.0.0.1]',
  `${'a'.repeat(65)}@example.edu`,
];

/** The fields of the kind of alert about held people. */
const ofHolds = () => visit.page.getByRole('region', { name: HELD });

async function save(): Promise<void> {
  await visit.page.getByRole('button', { name: 'Save the alerts' }).click();
}

/** The administrator of a tenant that holds so many people, which is noticed as by the check of each minute. */
async function visitWithHeld(count: number): Promise<void> {
  // A limit that is set later is not known to callers for some seconds.
  const tenant = await aLimitedTenant(pages.service, { mode: 'hold', perDay: { count: 0 } });
  ({ visit } = await pages.administrator(tenant));
  await tenant.sis.bulk('/users/bulk', inactive(await activePeople(tenant, count)));
  await pages.service.settle(tenant);
}

describe('the recipients of alerts', () => {
  it('are set for all kinds and for one of them, with quiet hours, and are there after a reload', async () => {
    const { page } = visit;
    await visit.open(...SETTINGS);
    await page.getByLabel('Recipients', { exact: true }).fill('it@test.example.edu');
    await page.getByLabel('Quiet from').fill('22:00');
    await page.getByLabel('Quiet until').fill('06:00');
    await ofHolds().getByLabel('Other recipients').fill('registrar@test.example.edu, ann@test.example.edu');
    expect(await seriousFindings(page)).toEqual([]);
    await save();
    await page.getByText('Alerts saved').waitFor();
    await page.reload();
    await visit.settled(SETTINGS[1]);
    const values = [
      page.getByLabel('Recipients', { exact: true }),
      page.getByLabel('Quiet from'),
      page.getByLabel('Quiet until'),
      ofHolds().getByLabel('Other recipients'),
    ].map((field) => field.inputValue());
    expect(await Promise.all(values)).toEqual([
      'it@test.example.edu',
      '22:00',
      '06:00',
      'registrar@test.example.edu, ann@test.example.edu',
    ]);
  });

  it('that are no addresses are refused at the field of their kind', async () => {
    const { page } = visit;
    await visit.open(...SETTINGS);
    await ofHolds().getByLabel('Other recipients').fill('nowhere');
    await save();
    await ofHolds()
      .getByText(/must be an e-mail address/)
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('that are not saved are lost only when the administrator says so', async () => {
    const { page } = visit;
    await visit.open(...SETTINGS);
    await page.getByLabel('Recipients', { exact: true }).fill('it@test.example.edu');
    const overview = page.getByRole('link', { name: 'Overview' });
    await overview.click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Recipients', { exact: true }).inputValue()).toBe('it@test.example.edu');
    await overview.click();
    await question.getByRole('button', { name: 'Discard the changes' }).click();
    await visit.settled('Overview');
  });
});

describe('recipients that are typed', () => {
  it('are checked when each is complete, by the rule of the API', async () => {
    const { page } = visit;
    await visit.open(...SETTINGS);
    const field = page.getByLabel('Recipients', { exact: true });
    const wrong = page.getByText(/^Not an e-mail address: /);
    await field.pressSequentially('nowhere');
    expect(await wrong.count()).toBe(0);
    await field.pressSequentially(', ann');
    await page.getByText('Not an e-mail address: nowhere', { exact: true }).waitFor();
    await field.fill('ann@test.example.edu, Ann@test.example.edu');
    await field.blur();
    await page.getByText('Named twice: Ann@test.example.edu', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    for (const address of ADDRESSES) {
      await field.fill(address);
      await field.blur();
      const taken = (await wrong.count()) === 0;
      expect({ address, taken }).toEqual({ address, taken: isEmailAddress(address) });
    }
  });

  it('are tried before they are saved, and each answer is shown in words', async () => {
    const { page } = visit;
    const [ann, gone] = ['ann@alerts-test.example.edu', 'gone@alerts-test.example.edu'];
    keepSecrets('e-mail address', [ann, gone]);
    mail.refused.set(gone, 550);
    await visit.open(...SETTINGS);
    await page.getByLabel('Recipients', { exact: true }).fill(ann);
    await ofHolds().getByLabel('Other recipients').fill(gone);
    await page.getByRole('button', { name: 'Send a test' }).click();
    const answers = page.getByRole('list', { name: 'Answers of the mail server' }).getByRole('listitem');
    await answers.nth(1).waitFor();
    expect(await answers.allInnerTexts()).toEqual([
      expect.stringMatching(/^Sent to the mail server\s+ann@/),
      expect.stringMatching(/^Not sent\s+gone@.+: The mail server refused the recipient \(550\)\.$/),
    ]);
    expect(mail.mails.map(({ to }) => to)).toEqual([[ann]]);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('are all tried, also more than one call takes', async () => {
    const { page } = visit;
    const many = Array.from({ length: 21 }, (_, place) => `it${place}@many-test.example.edu`);
    keepSecrets('e-mail address', many);
    await visit.open(...SETTINGS);
    await page.getByLabel('Recipients', { exact: true }).fill(many.slice(0, 12).join(', '));
    await ofHolds().getByLabel('Other recipients').fill(many.slice(12).join(', '));
    await page.getByRole('button', { name: 'Send a test' }).click();
    const answers = page.getByRole('list', { name: 'Answers of the mail server' }).getByRole('listitem');
    await answers.nth(20).waitFor();
    expect(await answers.filter({ hasText: /^Sent to the mail server/ }).count()).toBe(21);
  });
});

describe('the cause of an alert', () => {
  it('is a page of its own for every kind, and a key has its label', async () => {
    const tenant = await pages.service.tenant();
    ({ visit } = await pages.administrator(tenant));
    const { api } = await pages.administrators.open(tenant);
    const { apiKey } = await aKey(api, { label: 'Nightly feed' });
    await inRun(pages.service, tenant, 'nightly-7').bulk('/users/bulk', [person()]);
    const ofRun = { late_run: 'nightly-7', run_failures: 'nightly-7', complete_run_missing: 'nightly-7' };
    await openOfEachKind(pages.service, tenant, { ...ofRun, key_expiring: apiKey, reader_silent: apiKey });
    const { page } = visit;
    await visit.open('/alerts', 'Alerts');
    await page.getByRole('link', { name: 'An API key expires: Nightly feed' }).waitFor();
    const links = page.getByRole('region', { name: 'Alerts' }).locator('td:first-of-type a');
    expect(await links.count()).toBe(KIND_SPECS.length);
    const routes = (await Promise.all((await links.all()).map((link) => link.getAttribute('href')))).map(
      String,
    );
    const headings: string[] = [];
    for (const route of routes) {
      // Of the page before, nothing is left to be read.
      await page.goto('about:blank');
      await visit.open(route.replace('#', ''), '');
      headings.push(await page.locator('h1').innerText());
    }
    expect(headings.sort()).toEqual([
      'Alerts',
      'Alerts',
      'Conflicts',
      'Held de-provisionings',
      'Nightly feed',
      'Readers',
      'Runs',
      'Sync queue',
      'Without target system',
      'nightly-7',
      'nightly-7',
      'nightly-7',
    ]);
  });
});

describe('an alert that is snoozed', () => {
  it('leaves the number of the menu, says who silenced it and why, and comes back when it is woken', async () => {
    await visitWithHeld(1);
    const { page } = visit;
    await visit.open('/', 'Overview');
    const ofMenu = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await ofMenu('Alerts 1').click();
    await visit.settled('Alerts');
    const row = page.getByRole('row').filter({ hasText: HELD });
    await row.getByRole('button', { name: `Actions for ${HELD}` }).click();
    await page.getByRole('menuitem', { name: 'Snooze' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How long').selectOption({ label: 'For a week' });
    await dialog.getByLabel('Note').fill('The registrar knows.');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    // It was opened with the filter of the number, which leaves it out now.
    await row.waitFor({ state: 'detached' });
    await ofMenu('Alerts 1').waitFor({ state: 'detached' });
    await visit.open(`/alerts?filter=${encodeURIComponent('{"state":"snoozed"}')}`, 'Alerts');
    await row.getByText(/^until .+ by .+/).waitFor();
    await row.getByText('The registrar knows.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await row.getByRole('button', { name: `Actions for ${HELD}` }).click();
    await page.getByRole('menuitem', { name: 'Wake' }).click();
    await row.waitFor({ state: 'detached' });
    await ofMenu('Alerts 1').waitFor();
  });
});

describe('the dialog that snoozes an alert', () => {
  it('says which alert it is, in the words of the list', async () => {
    const tenant = await pages.service.tenant();
    ({ visit } = await pages.administrator(tenant));
    const ofRun = { late_run: 'nightly-7', run_failures: 'nightly-7', complete_run_missing: 'nightly-7' };
    await openOfEachKind(pages.service, tenant, ofRun);
    const { page } = visit;
    await visit.open('/alerts', 'Alerts');
    for (const alert of [
      'A run had failed rows: nightly-7',
      'A connector is silent: Without target system',
    ]) {
      await page.getByRole('button', { name: `Actions for ${alert}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Snooze' }).click();
      const dialog = page.getByRole('dialog', { name: `Snooze “${alert}”?` });
      await dialog.waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

describe('an open incident', () => {
  it('is listed with its facts, and leads to what it is about', async () => {
    await visitWithHeld(2);
    const { page } = visit;
    await visit.open('/alerts', 'Alerts');
    const row = page.getByRole('row').filter({ hasText: HELD });
    await row.getByText(/^2 .+, the oldest since .+\.$/).waitFor();
    await row.getByText('open', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await row.getByRole('link', { name: HELD }).click();
    await visit.settled('Held de-provisionings');
  });

  it('fits on a small screen', async () => {
    await visitWithHeld(1);
    const { page } = visit;
    await page.setViewportSize(NARROW);
    await visit.open('/alerts', 'Alerts');
    await page.getByRole('link', { name: HELD }).waitFor();
    expect(await overflowsOf(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('a webhook of alerts', () => {
  const rows = () => visit.page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');

  it('is added with a secret that is shown once, tried, and removed; its address is not shown again', async () => {
    const { page } = visit;
    const path = receiver.newPath();
    await visit.open(...SETTINGS);
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('Kind', { exact: true }).selectOption('plain');
    await page.getByLabel('Name', { exact: true }).fill('Service desk');
    await page.getByLabel('Address', { exact: true }).fill(receiver.urlOf(path));
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    const secret = await page.getByText(/^whsec_/).innerText();
    keepSecrets('secret of a webhook', [secret]);
    expect(await faultsOfState(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have stored the secret' }).click();
    const shown = await rows().innerText();
    expect(shown).toContain(`${WebhookReceiver.HOST}:${receiver.port}/…${path.slice(-4)}`);
    expect(shown).not.toContain(path);

    await page.getByRole('button', { name: 'Send a test message to Service desk' }).click();
    await page.getByText('The test was taken').waitFor();
    expect(await faultsOfState(page)).toEqual([]);
    receiver.answer(path, 410);
    await page.getByRole('button', { name: 'Send a test message to Service desk' }).click();
    await page.getByText('The test was not taken').waitFor();
    await rows().getByText('No messages are sent to it any more').waitFor();
    expect(await faultsOfState(page)).toEqual([]);

    await page.getByRole('button', { name: 'Remove the webhook Service desk' }).click();
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true });
    await remove.waitFor();
    expect(await faultsOfState(page)).toEqual([]);
    await remove.click();
    await page.getByText('There is no webhook yet.').waitFor();
    expect(receiver.to(path)).toHaveLength(2);
  });
});
