import type { Locator } from 'playwright-core';

import { activePeople, aLimitedTenant, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { aKey } from '../factories/keys.js';
import { person } from '../factories/person.js';
import { aBlockedSubmission } from '../factories/submissions.js';
import { newEmail } from '../support/administrators.js';
import { type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let api: ApiClient;

beforeEach(async () => {
  tenant = await aLimitedTenant(pages.service, { mode: 'hold', perRun: { count: 2 } });
  ({ visit } = await pages.administrator(tenant));
  ({ api } = await pages.administrators.open(tenant));
});

/** A number that is shown with a link to what it counts. */
interface Shown {
  readonly text: string;
  readonly count: number;
  readonly href: string;
}

const upload = (run: string, rows: readonly unknown[]): Promise<Row[]> =>
  inRun(pages.service, tenant, run).bulk('/users/bulk', [...rows]);

async function decide(decision: string, count: number): Promise<void> {
  const open = rowsOf(await api.get('/holds?status=held'));
  await api.post('/holds/decide', { decision, ids: open.slice(0, count).map(({ id }) => id) });
}

/** Where a link of the pages leads. */
async function addressOf(link: Locator): Promise<string> {
  return ((await link.getAttribute('href')) ?? '').replace('#', '');
}

/** Of links below an element the first number in the text, without the links that have none. */
async function linksIn(selector: string): Promise<Shown[]> {
  const links = await visit.page.locator(`${selector} a`).all();
  const found = await Promise.all(
    links.map(async (one) => ({ text: (await one.textContent()) ?? '', href: await addressOf(one) })),
  );
  return found.flatMap(({ text, href }) => {
    const count = /\d+/.exec(text)?.[0];
    return count === undefined ? [] : [{ text, count: Number(count), href }];
  });
}

/** The total that the first list of a page shows. */
async function totalAt(href: string): Promise<number> {
  // Of the page before, nothing is left to be read.
  await visit.page.goto('about:blank');
  await visit.page.goto(`${pages.service.baseUrl}/admin/#${href}`);
  await visit.settled('');
  const total = visit.page.getByText(/^\d+.\d+ of \d+$/).first();
  await total.waitFor();
  return Number(/of (\d+)/.exec(await total.innerText())?.[1]);
}

async function expectEqualLists(shown: readonly Shown[]): Promise<void> {
  expect(shown).not.toEqual([]);
  for (const { text, count, href } of shown)
    expect({ text, count: await totalAt(href) }).toEqual({ text, count });
}

describe('each number of a run that leads to a list', () => {
  it('is the total of the list, also after decisions; held people are not among the unchanged', async () => {
    const people = await activePeople(tenant, 9);
    await upload('nightly-1', [...inactive(people.slice(0, 8)), people[8], person(), person({ email: 'x' })]);
    await decide('release', 3);
    await decide('reject', 1);
    await visit.open('/runs/nightly-1/show', 'nightly-1');
    const { page } = visit;
    const row = (name: string | RegExp) =>
      page.getByRole('region', { name: 'Counts' }).getByRole('row', { name });
    await row('Unchanged 1').waitFor();
    await row('De-provisioned 2').waitFor();
    await row('De-provisioned later, when released 3').waitFor();
    await row('Held 6').waitFor();
    await page
      .getByText('These are: 1 inserted, 2 updated, 3 de-provisioned later, when they were released.')
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const shown = (await linksIn('main section')).filter(({ href }) => href.startsWith('/holds?'));
    expect(shown.map(({ text }) => text)).toEqual([
      '6 held',
      '2 wait for a decision',
      '3 released',
      '1 rejected',
      '3',
      '6',
    ]);
    await expectEqualLists(shown);
    await visit.open('/runs', 'Runs');
    await page.getByRole('cell', { name: '2 3 later' }).waitFor();
    await expectEqualLists((await linksIn('main td')).filter(({ href }) => href.startsWith('/holds?')));
  });

  it('has the words of its number, also in Spanish', async () => {
    await upload('nightly-1', inactive(await activePeople(tenant, 3)));
    await decide('release', 1);
    ({ visit } = await pages.administrator(tenant, { locale: 'es-ES' }));
    await visit.open('/runs/nightly-1/show', 'nightly-1');
    await visit.page.getByRole('link', { name: '1 retenida', exact: true }).waitFor();
    await visit.page.getByRole('link', { name: '1 liberada', exact: true }).waitFor();
    await visit.page.getByText('1 dada de baja después, al liberarla').waitFor();
  });
});

describe('each number of the menu and of the overview', () => {
  it('is the total of the list that it leads to', async () => {
    await upload('nightly-1', inactive(await activePeople(tenant, 6)));
    await decide('release', 1);
    const [ann, bob] = await activePeople(tenant, 2);
    await tenant.sis.post('/users', { ...ann, email: bob?.['email'] });
    await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Kim' });
    await aKey(api, { expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
    await visit.open('/', 'Overview');
    await until(
      'the menu has its numbers',
      async () => (await linksIn('nav[aria-label="Main"]')).length >= 5,
    );
    const ofMenu = await linksIn('nav[aria-label="Main"]');
    const items = await visit.page.locator('ul[aria-label="What needs attention"] li').all();
    const cards = await Promise.all(
      items.map(async (one) => ({
        text: (await one.textContent()) ?? '',
        count: Number(await one.locator('p').first().textContent()),
        href: await addressOf(one.locator('a')),
      })),
    );
    const ofLists = cards.filter(({ count, href }) => count > 0 && href.includes('filter='));
    expect(ofLists.map(({ href }) => href.split('?')[0])).toEqual([
      '/holds',
      '/conflicts',
      '/discrepancies',
      '/keys',
    ]);
    await expectEqualLists([...ofMenu, ...ofLists]);
  });

  it('of a state of the queue is left out where other filters have fewer rows', async () => {
    await aBlockedSubmission(tenant);
    await visit.open('/queue', 'Sync queue');
    const { page } = visit;
    await page.getByRole('button', { name: 'Waits for a decision 1' }).waitFor();
    await visit.open(`/queue?filter=${encodeURIComponent('{"q":"nothing"}')}`, 'Sync queue');
    await page.getByRole('button', { name: 'Waits for a decision', exact: true }).waitFor();
  });
});

describe('an administrator who has not logged in yet', () => {
  it('is shown as invited, with the end of the invitation', async () => {
    await api.post('/invitations', { email: newEmail(), firstName: 'Nora', lastName: 'New' });
    await visit.open('/administrators', 'Administrators');
    const row = visit.page.getByRole('row', { name: /New, Nora/ }).first();
    await row.getByText('Invited', { exact: true }).waitFor();
    await row.getByText(/^until /).waitFor();
    expect(await row.getByText('Active').count()).toBe(0);
  });
});
