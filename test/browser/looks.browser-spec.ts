import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { person } from '../factories/person.js';
import { newEmail } from '../support/administrators.js';
import { seriousFindings } from './support/axe.js';
import { NARROW, Pages, WIDE } from './support/pages.js';
import type { Visit } from './support/visit.js';

type Theme = 'light' | 'dark';
type Who = 'administrator' | 'anonymous' | 'registrar';
/** The part of a page's address after the #; a function when it depends on the demo data. */
type Route = string | (() => Promise<string>);

const SCREENSHOTS = join(import.meta.dirname, 'screenshots');
const ADMINISTRATOR = 'admin@demo.example.edu';

let pages: Pages;
let registrar: string;
let invitation: string;
const visits = new Map<string, Visit>();

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  pages = await Pages.start();
  await pages.demo();
  const tenant = await pages.service.tenant();
  const { email, externalId } = await pages.administrators.make(tenant);
  await tenant.sis.post('/users', person({ accountType: 'Staff', email, externalId, role: 'registrar' }));
  registrar = email;
  const invitee = person({ accountType: 'Staff', email: newEmail() });
  await tenant.sis.post('/users', invitee);
  invitation = await pages.invitation(tenant, String(invitee['email']));
});

afterAll(() => pages.stop());

/** The page of the first row of a list. */
function firstOf(list: string, query: string): () => Promise<string> {
  return async () => {
    const { cookie } = await pages.administrators.browser(ADMINISTRATOR);
    const { body } = await pages.service.anonymous({ cookie }).get(`/api/v1/admin/${list}?${query}`);
    const [row] = body.data as unknown as { id: number }[];
    return `/${list}/${row?.id ?? ''}/show`;
  };
}

/** Every page, with its route, its heading, and its visitor. A new page needs a line here. */
const PAGES: readonly (readonly [string, Route, string, Who?])[] = [
  ['overview', '/', 'Overview'],
  ['keys', '/keys', 'Integration API Keys'],
  ['holds', '/holds', 'Held de-provisionings'],
  ['users', '/users', 'Users'],
  ['user', '/users/950000006/show', 'Szőlősi'],
  ['faculty', '/users/951000006/show', 'Beauvallon'],
  ['progress', '/progress', 'Progress'],
  ['student', '/progress/950000010/show', 'Соловейко'],
  ['queue', '/queue', 'Sync queue'],
  ['queue-item', '/queue/deg-2405/show', 'deg-2405'],
  ['discrepancies', '/discrepancies', 'Discrepancies'],
  ['discrepancy', firstOf('discrepancies', 'submissionId=deg-2405'), 'Graduation'],
  ['mappings', '/mappings', 'Mappings'],
  ['mapping', '/mappings/degree_change', 'Mapping of'],
  ['administrators', '/administrators', 'Administrators'],
  ['settings', '/settings', 'Settings'],
  ['audit', '/audit', 'Audit log'],
  ['requests', '/requests', 'Request log'],
  ['request', firstOf('requests', 'status=400'), 'POST'],
  ['login', '/login', 'Log in', 'anonymous'],
  ['invitation', () => Promise.resolve(invitation), 'Set your password', 'anonymous'],
  ['forbidden', '/forbidden', 'No access', 'registrar'],
];

async function visitOf(who: Who, colorScheme: Theme): Promise<Visit> {
  const known = visits.get(`${who} ${colorScheme}`);
  if (known !== undefined) return known;
  const email = who === 'registrar' ? registrar : ADMINISTRATOR;
  const visit = await (who === 'anonymous'
    ? pages.visit({ colorScheme })
    : pages.visitAs(email, { colorScheme }));
  visits.set(`${who} ${colorScheme}`, visit);
  return visit;
}

/** The elements that are too wide: the page itself, and on a wide screen any table. */
const OVERFLOWS = `[
  document.scrollingElement.scrollWidth > innerWidth ? 'the page is wider than ' + innerWidth : '',
  ...[...document.querySelectorAll('[role="region"]:not(pre)')]
    .filter((one) => innerWidth > 1000 && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.getAttribute('aria-label') + ' is cut off by ' + (one.scrollWidth - one.clientWidth)),
].filter(Boolean)`;

describe.each(PAGES.map(([name, route, heading, who = 'administrator']) => ({ name, route, heading, who })))(
  'the page $name',
  ({ name, route, heading, who }) => {
    it.each<Theme>(['light', 'dark'])(
      'has no serious finding of axe, no complaint of the browser and fits, in %s',
      async (theme) => {
        const visit = await visitOf(who, theme);
        visit.problems.length = 0;
        const found: string[] = [];
        for (const size of [WIDE, NARROW]) {
          await visit.page.setViewportSize(size);
          await visit.open(typeof route === 'string' ? route : await route(), heading);
          const file = `${name}-${size.width}-${theme}.png`;
          await visit.page.screenshot({ path: join(SCREENSHOTS, file), fullPage: true });
          found.push(...(await seriousFindings(visit.page)));
          found.push(...(await visit.page.evaluate<string[]>(OVERFLOWS)));
        }
        expect([...new Set([...found, ...visit.problems])]).toEqual([]);
      },
    );
  },
);
