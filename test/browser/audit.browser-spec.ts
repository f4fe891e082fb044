import { readFile } from 'node:fs/promises';

import type { Locator } from 'playwright-core';

import { activePeople, inactive, inRun, setLimits } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { aBlockedSubmission, aSubmission } from '../factories/submissions.js';
import { newEmail } from '../support/administrators.js';
import { type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { Pages } from './support/pages.js';
import { untilCount, untilValue } from './support/until.js';
import type { Visit } from './support/visit.js';

const TITLE = 'Audit log';

/** What is wider than its place, folded away, or stays at its place on every sheet. */
const CUT_ON_PAPER = `[...document.body.querySelectorAll('*')]
  .filter((one) => one.checkVisibility() || one.closest('details:not([open])') !== null)
  .filter((one) => {
    const { position, textOverflow, overflowX } = getComputedStyle(one);
    const isSmall = one.clientWidth <= 1;
    return !one.checkVisibility() || position === 'sticky' || position === 'fixed' ||
      textOverflow === 'ellipsis' ||
      (!isSmall && overflowX !== 'visible' && one.scrollWidth > one.clientWidth) ||
      one.getBoundingClientRect().right > innerWidth + 1;
  })
  .map((one) => one.tagName + ' ' + one.className + ': ' + one.textContent.slice(0, 80))`;

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let api: ApiClient;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  // Calls that name no run are not held.
  await setLimits(pages.service, tenant, { mode: 'hold', perRun: { count: 0 } });
  const email = newEmail();
  ({ api } = await pages.administrators.open(tenant, { firstName: 'Olga', lastName: 'Operator', email }));
  visit = await pages.visitAs(email);
});

const rows = (): Locator => visit.page.getByRole('region', { name: TITLE }).locator('tbody tr');

/** Chooses what a picker finds. */
async function pick(label: string, text: string, choice: RegExp): Promise<void> {
  await visit.page.getByRole('combobox', { name: label }).fill(text);
  await visit.page.getByRole('option', { name: choice }).click();
  await visit.settled(TITLE);
}

async function downloaded(name: string): Promise<{ file: string; lines: string[] }> {
  const [download] = await Promise.all([
    visit.page.waitForEvent('download'),
    visit.page.getByRole('link', { name }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { file: download.suggestedFilename(), lines: text.trim().split(/\r?\n/) };
}

/** De-provisions people in a run, which is one act on one of them. */
function deprovision(people: readonly Row[], run: string): Promise<Row[]> {
  return inRun(pages.service, tenant, run).bulk('/users/bulk', inactive(people));
}

/** Releases that many held de-provisionings by one call. */
async function release(count: number): Promise<void> {
  await deprovision(await activePeople(tenant, count), 'nightly-1122');
  const ids = rowsOf(await api.get('/holds?perPage=100')).map(({ id }) => id);
  const { status, body } = await api.post('/holds/decide', { decision: 'release', ids });
  if (status !== 200 || ids.length !== count) throw new Error(body.message);
}

describe('an act on many', () => {
  it('is one line, which opens to all its entries', async () => {
    await release(60);
    await visit.open('/audit', TITLE);
    const act = rows().filter({ hasText: 'Held de-provisioning released' });
    await untilCount(act, 1);
    expect(await act.innerText()).toContain('and 59 others');
    expect(await act.innerText()).toContain('from 127.0.0.1');
    await act.getByText('All 60 entries').click();
    await act.getByRole('button', { name: 'Show more' }).click();
    await act.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    expect(
      await act
        .getByRole('listitem')
        .filter({ has: visit.page.getByRole('link') })
        .count(),
    ).toBe(60);
    expect(await seriousFindings(visit.page)).toEqual([]);
    expect(await overflowsOf(visit.page)).toEqual([]);
  });

  it('has all its entries in the files, which are filtered as the list is', async () => {
    await release(3);
    await visit.open('/audit', TITLE);
    await visit.page.getByLabel('Action').selectOption({ label: 'Held de-provisioning released' });
    await visit.page.locator('a[download][href*="action=hold.released"]').first().waitFor();
    const csv = await downloaded('Export CSV');
    expect({ file: csv.file, lines: csv.lines.length }).toEqual({ file: 'audit.csv', lines: 4 });
    const ndjson = await downloaded('Export NDJSON');
    expect(ndjson.file).toBe('audit.ndjson');
    expect(ndjson.lines.map((one) => (JSON.parse(one) as Row)['action'])).toEqual(
      Array(3).fill('hold.released'),
    );
  });
});

describe('a decision about a group of discrepancies', () => {
  it('is one line, which opens to each of them by field and student', async () => {
    const studentId = await aStudent(tenant, { firstName: 'Mei', lastName: 'Quartz', degree: 'EdD' });
    await aSubmission(tenant, { studentId, fields: { degree: 'PhD' }, status: 'approved' });
    for (let n = 0; n < 3; n += 1) await aBlockedSubmission(tenant);
    const [group] = rowsOf(await api.get('/discrepancy-groups'));
    const decision = {
      groupKeys: [group?.['groupKey']],
      resolution: 'keep_record',
      newest: '999999999-999999999999999-0',
    };
    const { status } = await api.post('/discrepancy-groups/resolve', decision);
    expect(status).toBe(200);
    await visit.open('/audit', TITLE);
    const act = rows().filter({ hasText: 'Discrepancy resolved' });
    await untilCount(act, 1);
    expect(await act.innerText()).toContain('and 3 others');
    await act.getByText('All 4 entries').click();
    await untilCount(act.getByRole('listitem').getByRole('link', { name: /^Degree of / }), 4);
    await untilCount(act.getByRole('listitem').getByRole('link', { name: 'Degree of Mei Quartz' }), 1);
    const item = act.getByRole('listitem').filter({ hasText: 'Degree of Mei Quartz' }).first();
    expect(await item.innerText()).toMatch(/Recorded\s*EdD\s*Submitted\s*PhD/);
  });
});

describe('an entry', () => {
  it('names what it is about, as a link to its page', async () => {
    const studentId = await aStudent(tenant, { firstName: 'Mei', lastName: 'Quartz' });
    await tenant.sis.patch(`/users/${studentId}`);
    const { body } = await api.post('/keys', { label: 'Nightly feed', scopes: ['users'] });
    await visit.open('/audit', TITLE);
    const hrefOf = (name: string) =>
      rows().getByRole('link', { name, exact: true }).first().getAttribute('href');
    expect(await hrefOf('Mei Quartz')).toBe(`#/users/${studentId}/show`);
    expect(await hrefOf('Nightly feed')).toBe(`#/keys/${String(body.data['apiKey'])}/show`);
  });

  it('says what was set in the words of the settings page', async () => {
    const changes = {
      rateLimit: 600,
      pacing: { aheadDays: 20 },
      syncTargets: [{ name: 'CRM' }],
      legalHold: true,
    };
    expect((await api.patch('/settings', changes)).status).toBe(200);
    await visit.open('/audit', TITLE);
    const entry = rows().filter({ hasText: 'Settings changed' }).first();
    await entry.getByRole('listitem').first().waitFor();
    const items = await entry.getByRole('listitem').all();
    const lines = await Promise.all(items.map((one) => one.locator(':scope > *').allTextContents()));
    expect(lines.map((line) => line.join(' '))).toEqual([
      'Requests per minute no limit → 600',
      'Ahead (days) 30 → 20',
      'All data of the university May be erased → Are kept: a legal hold on all of them',
      'Sync queue › CRM none → all forms',
    ]);
    await entry.getByRole('link', { name: 'Settings', exact: true }).click();
    await visit.settled('Settings');
  });
});

describe('the audit log on paper', () => {
  /** The width of A4 without its margins, in pixels. */
  const PAPER = { width: 718, height: 1000 };

  it('has every column and every word of it', async () => {
    await release(3);
    const pacing = { behindAfterDays: 1, dueSoonDays: 2, aheadDays: 3, revisionLoopVersions: 4 };
    const retention = { requestLogDays: 100, historyDays: 200, eventDays: 50, auditDays: 400 };
    expect((await api.patch('/settings', { pacing, retention })).status).toBe(200);
    await api.post('/keys', { label: 'K'.repeat(100), scopes: ['users'] });
    await visit.open('/audit', TITLE);
    const { page } = visit;
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    await rows()
      .filter({ hasText: 'Settings changed' })
      .getByText('Audit log and disclosures (days)')
      .waitFor();
    expect(await page.locator('thead th').filter({ visible: true }).allInnerTexts()).toEqual([
      'Time',
      'Action',
      'By',
      'Target',
      'Before and after',
      'Request',
    ]);
    expect(await page.evaluate(CUT_ON_PAPER)).toEqual([]);
    expect(await page.locator('body').innerText()).not.toContain('…');
    expect(await page.locator('button').filter({ visible: true }).count()).toBe(0);
  });
});

describe('the audit log', () => {
  it('is filtered by a person who is picked by a part of the name, which a reload shows again', async () => {
    const quartz = person({ externalId: 'S-quartz', firstName: 'Mei', lastName: 'Quartz' });
    await tenant.sis.bulk('/users/bulk', [quartz, person({ externalId: 'S-basalt' })]);
    for (const id of ['S-quartz', 'S-basalt']) await tenant.sis.patch(`/users/${id}`);
    await visit.open('/audit', TITLE);
    await pick('About', 'quar', /^Mei Quartz/);
    await visit.page.reload();
    await visit.settled(TITLE);
    await untilCount(rows(), 1);
    await untilValue(visit.page.getByRole('combobox', { name: 'About' }), 'Mei Quartz');
  });

  it('is filtered by the administrator or the key that acted', async () => {
    await api.post('/keys', { label: 'Nightly feed', scopes: ['users'] });
    await tenant.sis.post('/users', person({ externalId: 'S-1' }));
    await tenant.sis.patch('/users/S-1');
    await visit.open('/audit', TITLE);
    await pick('By', 'olga', /^Olga Operator/);
    await rows().filter({ hasText: 'Account status changed' }).waitFor({ state: 'detached' });
    await untilCount(rows().filter({ hasText: 'Key created' }), 1);
    const { body } = await api.get('/keys');
    const own = (body.data as unknown as Row[]).find(({ apiKey }) => apiKey === tenant.apiKey);
    await pick('By', String(own?.['label']), new RegExp(`^${String(own?.['label'])}`));
    await rows().filter({ hasText: 'Key created' }).waitFor({ state: 'detached' });
    await untilCount(rows().filter({ hasText: 'Account status changed' }), 1);
  });

  it('is filtered by a run, whose name is a link', async () => {
    const people = await activePeople(tenant, 2);
    await setLimits(pages.service, tenant, null);
    await deprovision(people.slice(0, 1), 'one');
    await deprovision(people.slice(1), 'other');
    await visit.open('/audit', TITLE);
    await visit.page.getByLabel('Run', { exact: true }).fill('one');
    await rows().filter({ hasText: 'other' }).waitFor({ state: 'detached' });
    await visit.page.getByRole('link', { name: 'one', exact: true }).click();
    await visit.settled('one');
  });
});

describe('a filter by days', () => {
  it('begins and ends with the day of the zone that is shown', async () => {
    const { status } = await api.patch('/settings', { timeZone: 'America/New_York' });
    expect(status).toBe(200);
    await visit.open('/audit', TITLE);
    const { page } = visit;
    await page.getByText('Dates and times are in the zone America/New York.').waitFor();
    const asked = page.waitForRequest(/\/audit\?.*from=/);
    await page.getByRole('combobox', { name: 'When', exact: true }).selectOption('Other days…');
    await page.getByLabel('From', { exact: true }).fill('2026-03-08');
    expect(new URL((await asked).url()).searchParams.get('from')).toBe('2026-03-08T05:00:00.000Z');
    await page.reload();
    await visit.settled(TITLE);
    await untilValue(page.getByLabel('From', { exact: true }), '8 Mar 2026');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: /this computer's time zone/ }).click();
    await page.getByText('At 05:00 of this day').waitFor();
  });
});
