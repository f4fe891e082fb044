import { ackClaim, changeAsAdministrator, claim, claimOne } from '../factories/claims.js';
import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { aBlockedSubmission, aSubmission, listQueue } from '../factories/submissions.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages, WIDE } from './support/pages.js';
import { keepScreenshot } from './support/screenshots.js';
import type { Visit } from './support/visit.js';

const SIZES = [{ width: 1024, height: 768 }, { width: 1440, height: 900 }, WIDE, NARROW];
/** Long enough to be shortened. */
const UUID = '7f3a1c9e-5b2d-4e8f-9a6b-0c1d2e3f4';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let serial = 100;

beforeEach(async () => {
  const made = await pages.service.tenant();
  await changeAsAdministrator(pages.service, made, { syncTargets: [{ name: 'SIS' }] });
  tenant = await pages.service.anotherCaller(made);
  ({ visit } = await pages.administrator(tenant));
});

const approved = (input: { submissionId?: string } = {}): Promise<string> =>
  aSubmission(tenant, { status: 'approved', ...input });

/** Items whose delivery failed, as of a connector whose system is down. */
async function down(
  count: number,
  lastError = 'HTTP 503 from https://sis.example.edu/students/42',
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    serial += 1;
    await approved({ submissionId: `${UUID}${serial}` });
    await ackClaim(tenant, await claimOne(tenant, { targetSystem: 'SIS' }), 'failed', { lastError });
  }
}

describe('a connector that is down', () => {
  it('is noticed in 0 clicks on the overview, and its items are replayed in 4', async () => {
    await down(3);
    const blocked = await aBlockedSubmission(tenant);
    await visit.open('/', 'Overview');
    const { page } = visit;
    const card = page.getByRole('listitem').filter({ hasText: 'Failed deliveries' });
    expect(await card.innerText()).toMatch(/^3\s+Failed deliveries\s+SIS$/);

    const mouse = clickerOf(() => visit);
    await mouse.click('link', 'Failed deliveries');
    await visit.settled('SIS');
    await page.getByText('HTTP 503 from …').waitFor();
    await mouse.click('button', 'Replay all failed');
    await page.getByText('4 items match.').waitFor();
    await page.getByText('1 item is left out').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await mouse.click('button', 'Replay');
    await page.getByText('3 queued, 1 left out').waitFor();
    expect(mouse.count).toBeLessThanOrEqual(4);
    const { items, totals } = await listQueue(tenant);
    expect(totals).toMatchObject({ queued: 3, failed: 1 });
    expect(items.find(({ syncStatus }) => syncStatus === 'failed')?.submissionId).toBe(blocked);
  });

  it('is paused and resumed with its reason', async () => {
    await approved();
    await visit.open('/connectors', 'Connectors');
    const { page } = visit;
    await page.getByRole('button', { name: 'Pause SIS' }).click();
    await page.getByLabel('Reason').fill('The SIS moves');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('The SIS moves').waitFor();
    expect((await claim(tenant)).items).toEqual([]);
    await page.getByRole('button', { name: 'Resume SIS' }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByText('Paused on').waitFor({ state: 'detached' });
    expect((await claim(tenant)).items).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('distinguishes what waits for a decision from failed deliveries, and replays what is filtered', async () => {
    await down(2);
    await down(1, 'HTTP 401');
    const blocked = await aBlockedSubmission(tenant);
    await visit.open('/queue', 'Sync queue');
    const { page } = visit;
    await page.getByRole('button', { name: 'Waits for a decision 1' }).click();
    await page.getByRole('link', { name: blocked }).waitFor();
    await page.getByRole('button', { name: 'Delivery failed 3' }).click();
    await page.getByRole('link', { name: blocked }).waitFor({ state: 'detached' });
    await page.getByLabel('Error').selectOption({ label: 'HTTP 503 from … (2, SIS)' });
    await page.getByRole('cell', { name: 'HTTP 401' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Replay all that match' }).click();
    await page.getByText('2 items match.').waitFor();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('2 queued').waitFor();
    expect((await listQueue(tenant)).totals).toMatchObject({ queued: 2, failed: 2 });
  });

  it('leaves undecided items out of a replay of ticked ones, unless they are wanted', async () => {
    await down(1);
    await aBlockedSubmission(tenant);
    await visit.open('/queue', 'Sync queue');
    const { page } = visit;
    const replay = async (): Promise<void> => {
      await page.getByLabel('Select all rows of this page').check();
      await page.getByRole('button', { name: 'Replay', exact: true }).click();
    };
    await replay();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('1 queued, 1 failed').waitFor();
    await page.getByText('no administrator has decided').first().waitFor();
    await replay();
    await page.getByLabel('Also those without a decision').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('2 queued').waitFor();
    expect((await listQueue(tenant)).totals).toMatchObject({ queued: 2, failed: 0 });
  });

  it('shows the target and the error at every width', async () => {
    await down(1);
    for (const size of SIZES) {
      await visit.page.setViewportSize(size);
      await visit.open('/queue', 'Sync queue');
      await visit.page.getByText('HTTP 503 from https').first().waitFor();
      expect(
        await visit.page.getByText('SIS', { exact: true }).locator('visible=true').count(),
      ).toBeGreaterThan(0);
    }
  });
});

describe('the overview', () => {
  it('is amber when the last nightly run had failed rows, and counts them in the menu', async () => {
    const night = inRun(pages.service, tenant, 'nightly-1122');
    await night.bulk('/users/bulk', [person(), person({ email: 'x' })]);
    await pages.service.settle(tenant);
    await visit.open('/', 'Overview');
    const { page } = visit;
    await page.getByText('The nightly run had failed rows').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Runs 1' }).waitFor();
  });
});

/** Everything that these pages can show. */
async function everything(): Promise<void> {
  await down(3);
  await down(1, "Value 'Ann Smith' is not allowed in field 7");
  await aBlockedSubmission(tenant);
  await ackClaim(tenant, (await approved(), await claimOne(tenant)), 'sent');
  await approved();
  await claimOne(tenant, { leaseSeconds: 600 });
  await approved();
  const { api } = await pages.administrators.open(tenant);
  await api.post('/connectors/pause', { targetSystem: null, reason: 'Nothing is expected here' });
}

describe('the pages about connectors', () => {
  it.each(['light', 'dark'] as const)(
    'have no serious finding of axe, and fit, in %s',
    async (colorScheme) => {
      await everything();
      const found: string[] = [];
      const { visit: seen } = await pages.administrator(tenant, { colorScheme });
      for (const size of SIZES)
        for (const [name, route, heading] of [
          ['overview-failing', '/', 'Overview'],
          ['connectors', '/connectors', 'Connectors'],
          ['connector', '/connectors/SIS/show', 'SIS'],
          ['queue-failing', '/queue', 'Sync queue'],
        ] as const) {
          await seen.page.setViewportSize(size);
          await seen.open(route, heading);
          const file = `${name}-${size.width}-${colorScheme}`;
          await keepScreenshot(seen.page, file);
          for (const one of await seriousFindings(seen.page)) found.push(`${file}: ${one}`);
          for (const one of await overflowsOf(seen.page)) found.push(`${file}: ${one}`);
        }
      expect(found).toEqual([]);
    },
  );
});
