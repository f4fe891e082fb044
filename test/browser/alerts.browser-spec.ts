import { activePeople, aLimitedTenant, inactive } from '../factories/deprovisioning-limits.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const SETTINGS = ['/alert-settings', 'Who is alerted'] as const;
const HELD = 'De-provisionings are held';

const pages = Pages.ofFile();
let visit: Visit;

beforeEach(async () => {
  ({ visit } = await pages.administrator(await pages.service.tenant()));
});

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
