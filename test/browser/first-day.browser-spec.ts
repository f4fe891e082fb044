import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { InvitationsService } from '../../src/auth/administrators/invitations.service.js';
import { person } from '../factories/person.js';
import { newEmail } from '../support/administrators.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { clickerOf } from './support/clicker.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const SOURCES = join(import.meta.dirname, '../../pages/src');
const EXAMPLE = 'An example, with invented values';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  visit = await firstAdministrator();
});

/** Of a university without a key, as the terminal leaves it. */
async function firstAdministrator(): Promise<Visit> {
  const email = newEmail();
  const scope = await pages.service.scope(tenant);
  const invitee = { email, firstName: 'Ida', lastName: 'Berg' };
  const { link } = await pages.service.app.get(InvitationsService).invite(scope, invitee);
  await pages.administrators.accept(link.split('token=')[1] ?? '');
  await pages.service.query('DELETE FROM `credentials` WHERE `tenantId` = ?', [tenant.tenantId]);
  return pages.visitAs(email);
}

/** Where each step leads. */
const STEPS = [
  ['Change them', 'Settings'],
  ['Make a key', 'Integration API Keys'],
  ['See the calls', 'Request log'],
  ['Plan a file', 'Files'],
  ['See what was sent', 'Runs'],
  ['Choose limits', 'Settings'],
  ['Edit the plan', 'Milestones'],
  ['Invite one', 'Administrators'],
  ['Connect the login', 'Single sign-on'],
  ['Name addresses', 'Who is alerted'],
] as const;

describe('the overview of a new university', () => {
  it('begins with the first steps, each with a button, and has no figures that would be zeros', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 10 done').waitFor();
    expect(await page.locator('main h2').allInnerTexts()).toEqual(['First steps']);
    expect(await page.getByRole('list', { name: 'Figures' }).count()).toBe(0);
    const open = steps.getByRole('list', { name: 'Open steps' });
    expect(await open.getByRole('link').allInnerTexts()).toEqual(STEPS.map(([act]) => act));
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    expect(await overflowsOf(page)).toEqual([]);
  });

  it('leads to each place with one click', async () => {
    const mouse = clickerOf(() => visit);
    for (const [act, heading] of STEPS) {
      await visit.open('/', 'Overview');
      await mouse.click('link', act);
      await visit.settled(heading);
    }
    expect(mouse.count).toBe(STEPS.length);
  });

  it('ticks by itself what the SIS has done, and shows the figures from then on', async () => {
    tenant = await pages.service.anotherCaller(tenant);
    await tenant.sis.bulk('/users/bulk', [person()]);
    await pages.service.settle(tenant);
    await visit.open('/', 'Overview');
    const { page } = visit;
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('4 of 10 done').waitFor();
    const done = steps.getByRole('list', { name: 'Done' });
    expect(await done.isVisible()).toBe(false);
    await steps.getByText('Done: 4').click();
    expect(await done.getByRole('listitem').count()).toBe(4);
    await page.getByRole('list', { name: 'Figures' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('ticks domain and time zone when an administrator finds both right', async () => {
    await visit.open('/', 'Overview');
    const steps = visit.page.getByRole('region', { name: 'First steps' });
    await steps.getByText('Now: test.example.edu, UTC').waitFor();
    await steps.getByRole('button', { name: 'Both are right' }).click();
    await steps.getByText('1 of 10 done').waitFor();
    await steps.getByText('Done: 1').click();
    await steps.getByRole('list', { name: 'Done' }).getByText('Domain and time zone').waitFor();
  });

  it('loses the steps when an administrator hides them, who can take that back at once', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('button', { name: 'Hide for everyone' }).click();
    await steps.getByRole('button', { name: 'Show them again' }).click();
    await steps.getByText('0 of 10 done').waitFor();
    await steps.getByRole('button', { name: 'Hide for everyone' }).click();
    await steps.getByText('No administrator sees them any more.').waitFor();
    await visit.open('/users', 'Users');
    await visit.open('/', 'Overview');
    await page.getByRole('list', { name: 'Figures' }).waitFor();
    expect(await steps.count()).toBe(0);
  });

  it('has a way to the demo university', async () => {
    await visit.open('/', 'Overview');
    const link = visit.page.getByRole('link', { name: 'Look at the demo university' });
    expect(await link.getAttribute('href')).toBe('/docs#qa');
  });
});

interface ListOfPages {
  readonly file: string;
  readonly route: string;
  readonly heading: string;
  /** The list of the API that even a new university has rows of; it is shown without them. */
  readonly filled?: string;
  /** How many lists it has. */
  readonly lists?: number;
}

const LISTS: readonly ListOfPages[] = [
  { file: 'decisions/list.tsx', route: '/decisions', heading: 'To decide' },
  { file: 'keys/list.tsx', route: '/keys', heading: 'Integration API Keys' },
  { file: 'connections/list.tsx', route: '/connections', heading: 'Identity providers' },
  { file: 'runs/list.tsx', route: '/runs', heading: 'Runs', lists: 2 },
  { file: 'readers/list.tsx', route: '/readers', heading: 'Readers' },
  { file: 'holds/list.tsx', route: '/holds', heading: 'Held de-provisionings' },
  { file: 'alerts/list.tsx', route: '/alerts', heading: 'Alerts' },
  { file: 'users/list.tsx', route: '/users', heading: 'Users', filled: 'users' },
  { file: 'conflicts/list.tsx', route: '/conflicts', heading: 'Conflicts' },
  { file: 'progress/list.tsx', route: '/progress', heading: 'Progress' },
  { file: 'connectors/list.tsx', route: '/connectors', heading: 'Connectors' },
  { file: 'queue/list.tsx', route: '/queue', heading: 'Sync queue' },
  {
    file: 'discrepancies/submissions-list.tsx',
    route: '/submissions',
    heading: 'Discrepancies by submission',
  },
  { file: 'discrepancies/groups-list.tsx', route: '/discrepancy-groups', heading: 'Discrepancies in groups' },
  { file: 'discrepancies/fields-list.tsx', route: '/discrepancies', heading: 'Discrepancies' },
  { file: 'discrepancies/rules-list.tsx', route: '/discrepancy-rules', heading: 'Rules about discrepancies' },
  { file: 'mappings/list.tsx', route: '/mappings', heading: 'Mappings' },
  {
    file: 'administrators/list.tsx',
    route: '/administrators',
    heading: 'Administrators',
    filled: 'administrators',
    lists: 2,
  },
  { file: 'audit/list.tsx', route: '/audit', heading: 'Audit log', filled: 'audit' },
  { file: 'disclosures/list.tsx', route: '/disclosures', heading: 'Disclosures', filled: 'disclosures' },
  { file: 'requests/list.tsx', route: '/requests', heading: 'Request log', filled: 'requests' },
];

describe('every list of an empty university', () => {
  it('is in the walk below', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
    const withLists = files.filter(
      (name) =>
        name.endsWith('.tsx') && /: ListConfig<\w+> = \{/.test(readFileSync(join(SOURCES, name), 'utf8')),
    );
    const walked = LISTS.map(({ file }) => file).filter((file) => file !== 'connectors/list.tsx');
    expect(walked.sort()).toEqual(withLists.sort());
  });

  it('says in its own words what it is for, with an example that cannot be focused', async () => {
    const { page } = visit;
    for (const filled of LISTS.flatMap((list) => list.filled ?? []))
      await page.route(`**/api/v1/admin/${filled}?*`, (route) =>
        route.fulfill({ json: { success: true, data: [], meta: { total: 0 } } }),
      );
    const said = new Map<string, string>();
    for (const { route, heading, lists = 1 } of LISTS) {
      await visit.open(route, heading);
      const figures = page.getByRole('figure').filter({ hasText: EXAMPLE });
      await figures.nth(lists - 1).waitFor();
      for (const figure of await figures.all()) {
        expect(await figure.locator('dd').count()).toBeGreaterThan(1);
        expect(await figure.locator('a, button, input, [tabindex]').count()).toBe(0);
        const words = await figure.locator('..').locator('> p').allInnerTexts();
        expect({ route, sentences: words.length }).toEqual({ route, sentences: 2 });
        for (const sentence of words) {
          expect({ sentence, alsoOf: said.get(sentence) }).toEqual({ sentence, alsoOf: undefined });
          said.set(sentence, route);
        }
      }
      expect({ route, findings: await seriousFindings(page) }).toEqual({ route, findings: [] });
    }
    expect(said.size).toBe(2 * (LISTS.length + 2));
  });
});

describe('an invitation', () => {
  it('has no role until one is chosen, and is refused at the field without one', async () => {
    await visit.open('/administrators', 'Administrators');
    const { page } = visit;
    await page.getByRole('button', { name: 'Invite a colleague' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill(newEmail());
    await dialog.getByLabel('First name').fill('Ida');
    await dialog.getByLabel('Last name').fill('Berg');
    const role = dialog.getByLabel('Role');
    expect(await role.inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Create the invitation' }).click();
    // Said once, at the field.
    await dialog.getByText('Choose a role: it decides what the colleague may do.').waitFor();
    expect(await dialog.getByText(/one of/).count()).toBe(0);
    expect(await role.getAttribute('aria-invalid')).toBe('true');
    await role.selectOption('auditor');
    await dialog.getByRole('button', { name: 'Create the invitation' }).click();
    await page.getByText('Copy the link now').waitFor();
  });
});
