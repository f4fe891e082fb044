import type { Locator } from 'playwright-core';

import { ackClaim, changeAsAdministrator, claimOne } from '../factories/claims.js';
import { activePeople, inactive, inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { aStudent } from '../factories/progress-people.js';
import { approvedSubmissions } from '../factories/submissions.js';
import { letPassIn } from '../support/clock.js';
import { Gate } from '../support/gate.js';
import type { TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { Pages } from './support/pages.js';
import { untilCount } from './support/until.js';
import type { Visit } from './support/visit.js';

const DAY_MS = 86_400_000;
const TITLE = 'Trends';
const OF_EDD = /\/trends\/pacing\?.*programId=edd/;

const pages = Pages.ofFile();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await pages.service.tenant();
});

async function open(route: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  await pages.service.settle(tenant);
  const { visit } = await pages.administrator(tenant, { colorScheme });
  await visit.open(route, TITLE);
  return visit;
}

async function night(name: string, rows: readonly unknown[]): Promise<void> {
  await inRun(pages.service, tenant, name).bulk('/users/bulk', [...rows]);
  await letPassIn(pages.service, tenant, DAY_MS);
}

const wrong = (count: number, field: object): object[] =>
  Array.from({ length: count }, () => ({ ...person(), ...field }));

async function someNights(): Promise<void> {
  const people = await activePeople(tenant, 9);
  await night('nightly-1', [...people, ...wrong(3, { accountType: 'Studnet' })]);
  await night('nightly-2', [...inactive(people.slice(0, 1)), ...wrong(2, { email: 'x' })]);
  await night('nightly-3', inactive(people.slice(1, 4)));
  await night('nightly-4', inactive(people.slice(4, 9)));
}

async function someDeliveries(): Promise<void> {
  await changeAsAdministrator(pages.service, tenant, { syncTargets: [{ name: 'SIS' }, { name: 'CRM' }] });
  await approvedSubmissions(tenant, 2);
  await ackClaim(tenant, await claimOne(tenant, { targetSystem: 'SIS', limit: 1 }));
  await ackClaim(tenant, await claimOne(tenant, { targetSystem: 'CRM', limit: 1 }), 'failed');
  await letPassIn(pages.service, tenant, 2 * DAY_MS);
}

async function someStudents(): Promise<void> {
  for (const [programId, yearOfEntry] of [
    ['edd', 2028],
    ['edd', 2027],
    ['phd', 2028],
  ])
    await aStudent(tenant, { programId, yearOfEntry, monthOfEntry: 9 });
}

const chartOf = ({ page }: Visit, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true }).getByRole('slider');

/** What stands behind the #. */
const addressOf = ({ page }: Visit): URL => new URL(page.url().split('#')[1] ?? '', page.url());

const read = (chart: Locator): Promise<string | null> => chart.getAttribute('aria-valuetext');

/** What the keyboard reads of every point, the first one first. */
async function readAll(chart: Locator): Promise<string[]> {
  await chart.focus();
  await chart.press('Home');
  const count = Number(await chart.getAttribute('aria-valuemax'));
  const texts: string[] = [];
  for (let place = 1; place <= count; place += 1) {
    expect(await chart.getAttribute('aria-valuenow')).toBe(String(place));
    texts.push((await read(chart)) ?? '');
    await chart.press('ArrowRight');
  }
  return texts;
}

/** The rows of the table, each as the keyboard reads its point, the first one first. */
async function rowsOf(section: Locator, isNewestFirst: boolean): Promise<string[]> {
  await section.getByRole('button', { name: 'Show as a table' }).click();
  const table = section.getByRole('table');
  const [, ...heads] = await table.getByRole('columnheader').allInnerTexts();
  const rows = await table.locator('tbody tr').all();
  const texts = await Promise.all(
    rows.slice(0, -1).map(async (row) => {
      const label = await row.getByRole('rowheader').innerText();
      const cells = await row.getByRole('cell').allInnerTexts();
      return `${label}: ${cells.map((cell, index) => `${heads[index] ?? ''} ${cell}`).join(', ')}`;
    }),
  );
  return isNewestFirst ? texts.reverse() : texts;
}

interface Case {
  readonly route: string;
  readonly title: string;
  readonly isNewestFirst: boolean;
  readonly fill: () => Promise<void>;
}

const PICTURES: readonly Case[] = [
  { route: '/trends', title: 'Failed rows per run', isNewestFirst: true, fill: someNights },
  { route: '/trends', title: 'De-provisioned per run', isNewestFirst: true, fill: someNights },
  {
    route: '/trends/queue',
    title: 'Age of the queue and deliveries',
    isNewestFirst: true,
    fill: someDeliveries,
  },
  { route: '/trends/pacing', title: 'Pacing by term and program', isNewestFirst: false, fill: someStudents },
  {
    route: '/trends/keys?days=7',
    title: 'Calls and errors per key',
    isNewestFirst: true,
    fill: someStudents,
  },
];

describe.each(PICTURES)('the picture $title', ({ route, title, isNewestFirst, fill }) => {
  it('says to the keyboard what its table says, and has no serious findings in either theme', async () => {
    await fill();
    const visit = await open(route);
    const section = visit.page.getByRole('region', { name: title, exact: true });
    const chart = chartOf(visit, title);
    await chart.waitFor();
    expect(await seriousFindings(visit.page)).toEqual([]);
    const texts = await readAll(chart);
    expect(texts.length).toBeGreaterThan(1);
    const rows = await rowsOf(section, isNewestFirst);
    // A band that is not known is a dash in the table, and nothing where it is read.
    expect(rows.map((row) => row.replace(/, Usual –$/, ''))).toEqual(texts);
    await visit.page.setViewportSize({ width: 390, height: 800 });
    expect(await overflowsOf(visit.page)).toEqual([]);
    const dark = await open(route, 'dark');
    await chartOf(dark, title).waitFor();
    expect(await seriousFindings(dark.page)).toEqual([]);
    await dark.page.setViewportSize({ width: 390, height: 800 });
    expect(await overflowsOf(dark.page)).toEqual([]);
  });
});

describe('a point of a picture', () => {
  it('is opened by Enter, and the run behind it has the same number', async () => {
    await someNights();
    const visit = await open('/trends');
    const chart = chartOf(visit, 'Failed rows per run');
    await chart.focus();
    await chart.press('Home');
    expect(await read(chart)).toContain('nightly-1: ');
    expect(await read(chart)).toMatch(/Studnet.* 3,/);
    await chart.press('Enter');
    await visit.settled('nightly-1');
  });

  it('leads from the table of terms to the students of that term', async () => {
    await someStudents();
    const visit = await open('/trends/pacing');
    await visit.page.getByRole('button', { name: 'Show as a table' }).click();
    await visit.page.getByRole('link', { name: /^Sept? 2028$/ }).click();
    await visit.settled('Progress');
    await untilCount(visit.page.locator('tbody tr'), 2);
  });
});

describe('the page of trends', () => {
  it('keeps what is chosen in its address', async () => {
    await someDeliveries();
    const visit = await open('/trends/queue');
    await visit.page.getByLabel('Target system').selectOption('CRM');
    await visit.page.getByLabel('Days').selectOption('7');
    await until('the choice stands in the address', () => {
      const { searchParams } = addressOf(visit);
      return Promise.resolve(searchParams.get('system') === 'CRM' && searchParams.get('days') === '7');
    });
    const chart = chartOf(visit, 'Age of the queue and deliveries');
    await until('the picture has one system', async () => {
      const label = (await chart.getAttribute('aria-label')) ?? '';
      return label.includes('Failed for CRM 1') && !label.includes('SIS');
    });
  });

  it('says that other figures are loading, and has no links of the former ones', async () => {
    await someStudents();
    const { page } = await open('/trends/pacing');
    const section = page.getByRole('region', { name: 'Pacing by term and program', exact: true });
    await section.getByRole('button', { name: 'Show as a table' }).click();
    const link = section.getByRole('link', { name: /^Sept? 2028$/ });
    await link.waitFor();
    const gate = new Gate();
    await page.route(OF_EDD, async (route) => {
      await gate.opened;
      await route.continue();
    });
    await section.getByLabel('Program', { exact: true }).selectOption('edd');
    await section.getByText('Loading', { exact: true }).waitFor();
    expect(await section.getByRole('link').count()).toBe(0);
    gate.open();
    await link.waitFor();
    expect(await section.getByText('Loading', { exact: true }).count()).toBe(0);
  });

  it('keeps its choices when the figures cannot be loaded', async () => {
    await someStudents();
    const visit = await open('/trends/pacing');
    const { page } = visit;
    const section = page.getByRole('region', { name: 'Pacing by term and program', exact: true });
    await page.route(OF_EDD, (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }));
    await section.getByLabel('Program', { exact: true }).selectOption('edd');
    await section.getByText('Out of order').waitFor();
    await section.getByLabel('Program', { exact: true }).selectOption('');
    await chartOf(visit, 'Pacing by term and program').waitFor();
  });

  it('is reached from the pages where the question is asked', async () => {
    const { visit } = await pages.administrator(tenant);
    for (const [route, heading, link, address] of [
      ['/runs', 'Runs', 'Failed rows and de-provisionings over time', '/trends'],
      ['/keys', 'Integration API Keys', 'Calls and errors over time', '/trends/keys'],
      ['/queue', 'Sync queue', 'Waiting times and deliveries over time', '/trends/queue'],
      ['/connectors', 'Connectors', 'Waiting times and deliveries over time', '/trends/queue'],
      ['/progress', 'Progress', 'By term and program', '/trends/pacing'],
    ] as const) {
      await visit.open(route, heading);
      await visit.page.getByRole('link', { name: link }).click();
      await visit.settled(TITLE);
      expect(addressOf(visit).pathname).toBe(address);
    }
  });

  it('does not show an operator the keys, whom the list of keys is not shown either', async () => {
    const { email } = await pages.administrators.make(tenant, { role: 'application_operator' });
    const visit = await pages.visitAs(email);
    await visit.open('/trends', TITLE);
    expect(
      await visit.page.getByRole('navigation', { name: 'Views of trends' }).getByRole('link').allInnerTexts(),
    ).toEqual(['Runs', 'Pacing', 'Sync queue']);
  });
});
