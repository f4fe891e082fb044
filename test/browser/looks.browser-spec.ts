import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { newEmail } from '../support/administrators.js';
import type { Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { MEDIUM, NARROW, Pages, WIDE } from './support/pages.js';
import { touchingFields } from './support/touching-fields.js';
import { keepScreenshot } from './support/screenshots.js';
import type { Visit } from './support/visit.js';

type Theme = 'light' | 'dark';
type Who = 'administrator' | 'anonymous' | 'registrar';
/** The part of a page's address after the #; a function when it depends on the demo data. */
type Route = string | (() => Promise<string>);

const ADMINISTRATOR = 'admin@demo.example.edu';

let pages: Pages;
let registrar: string;
let invitation: string;
const visits = new Map<string, Visit>();

beforeAll(async () => {
  pages = await Pages.start();
  const { tenantId } = await pages.demo();
  const tenant = await pages.service.tenant();
  await someRuns(await pages.service.anotherCaller({ ...tenant, tenantId }));
  const { email, externalId } = await pages.administrators.make(tenant);
  await tenant.sis.post('/users', person({ accountType: 'Staff', email, externalId, role: 'registrar' }));
  registrar = email;
  const invitee = person({ accountType: 'Staff', email: newEmail() });
  await tenant.sis.post('/users', invitee);
  invitation = await pages.invitation(tenant, String(invitee['email']));
});

afterAll(() => pages.stop());

/** Four nights of one sender, the last with failures, changes and an undo. */
async function someRuns(demo: TestTenant): Promise<void> {
  const people = Array.from({ length: 12 }, () => person());
  const bad = Array.from({ length: 9 }, (_, n) =>
    person({ externalId: `S-BAD-${n}`, accountType: 'Studnet' }),
  );
  const upload = (run: string, rows: readonly Row[]): Promise<Row[]> =>
    inRun(pages.service, demo, run).bulk('/users/bulk', rows);
  for (const day of ['1119', '1120', '1121']) await upload(`nightly-${day}`, people);
  const changed = people.slice(0, 8).map((one) => ({ ...one, degree: 'PhD', accountStatus: 'inactive' }));
  await upload('nightly-1122', [
    ...changed,
    ...bad,
    person({ email: 'x' }),
    { ...people[11], yearOfEntry: 'MMXX' },
  ]);
  const { api } = await pages.administrators.browser(ADMINISTRATOR);
  await api.post('/runs/nightly-1122/undo', { confirm: 'nightly-1122' });
}

/** The page of the first row of a list. */
function firstOf(list: string, query: string, key = 'id'): () => Promise<string> {
  return async () => {
    const { cookie } = await pages.administrators.browser(ADMINISTRATOR);
    const { body } = await pages.service.anonymous({ cookie }).get(`/api/v1/admin/${list}?${query}`);
    const [row] = body.data as unknown as Row[];
    return `/${list}/${String(row?.[key])}/show`;
  };
}

/** Every page, with its route, its heading, and its visitor. A new page needs a line here. */
const PAGES: readonly (readonly [string, Route, string, Who?])[] = [
  ['overview', '/', 'Overview'],
  ['keys', '/keys', 'Integration API Keys'],
  ['decisions', '/decisions', 'To decide'],
  ['holds', '/holds', 'Held de-provisionings'],
  ['hold', firstOf('holds', 'status=held'), 'De-provisioning of'],
  ['conflicts', '/conflicts', 'Conflicts'],
  ['conflict', firstOf('conflicts', 'status=open'), ''],
  ['conflict-decided', firstOf('conflicts', 'status=decided'), ''],
  ['runs', '/runs', 'Runs'],
  ['run', '/runs/nightly-1122/show', 'nightly-1122'],
  ['alerts', '/alerts', 'Alerts'],
  ['alert-settings', '/alert-settings', 'Who is alerted'],
  ['users', '/users', 'Users'],
  ['user', '/users/950000006/show', 'Szőlősi'],
  ['user-progress', '/users/950000010/show/progress', 'Соловейко'],
  ['user-history', '/users/950000006/show/history', 'Szőlősi'],
  ['faculty', '/users/951000006/show', 'Beauvallon'],
  ['faculty-committees', '/users/951000006/show/committees', 'Beauvallon'],
  ['files', '/files', 'Files'],
  ['progress', '/progress', 'Progress'],
  ['progress-timeline', '/progress-timeline', 'Progress'],
  ['student', '/progress/950000010/show', 'Соловейко'],
  ['queue', '/queue', 'Sync queue'],
  ['queue-item', '/queue/deg-2405/show', 'deg-2405'],
  ['submissions', '/submissions', 'Discrepancies by submission'],
  ['submission', '/submissions/deg-2405/show', 'deg-2405'],
  ['discrepancy-groups', '/discrepancy-groups', 'Discrepancies in groups'],
  ['discrepancy-rules', '/discrepancy-rules', 'Rules about discrepancies'],
  ['discrepancies', '/discrepancies', 'Discrepancies'],
  ['discrepancy', firstOf('discrepancies', 'submissionId=deg-2405'), 'Graduation'],
  ['mappings', '/mappings', 'Mappings'],
  ['mapping', '/mappings/degree_change', 'Mapping of'],
  ['administrators', '/administrators', 'Administrators'],
  ['settings', '/settings', 'Settings'],
  ['settings-limits', '/settings/limits', 'Settings'],
  ['settings-terms', '/settings/terms', 'Settings'],
  ['milestones', '/milestones', 'Milestones'],
  ['account', '/account', 'Your account'],
  ['sign-on', '/sign-on', 'Single sign-on'],
  ['connections', '/connections', 'Identity providers'],
  ['key', firstOf('keys', 'perPage=1', 'apiKey'), ''],
  ['audit', '/audit', 'Audit log'],
  ['disclosures', '/disclosures', 'Disclosures'],
  ['audit-of-a-run', '/audit?filter=%7B%22run%22%3A%22nightly-1122%22%7D', 'Audit log'],
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

describe.each(PAGES.map(([name, route, heading, who = 'administrator']) => ({ name, route, heading, who })))(
  'the page $name',
  ({ name, route, heading, who }) => {
    it.each<Theme>(['light', 'dark'])(
      'has no serious finding of axe, no complaint of the browser and fits, in %s',
      async (theme) => {
        const visit = await visitOf(who, theme);
        visit.problems.length = 0;
        const found: string[] = [];
        // At one width a page is opened and read by axe; it reaches the other width by a change of the size.
        const [opened, other] = theme === 'light' ? [WIDE, NARROW] : [NARROW, WIDE];
        await visit.page.setViewportSize(opened);
        await visit.open(typeof route === 'string' ? route : await route(), heading);
        found.push(...(await seriousFindings(visit.page)));
        // Where the menu leaves the least room beside it.
        const between = theme === 'light' ? [MEDIUM] : [];
        for (const size of [opened, ...between, other]) {
          await visit.page.setViewportSize(size);
          await visit.settled(heading);
          await keepScreenshot(visit.page, `${name}-${size.width}-${theme}`);
          found.push(...(await overflowsOf(visit.page)), ...(await touchingFields(visit.page)));
        }
        expect([...new Set([...found, ...visit.problems])]).toEqual([]);
      },
    );
  },
);
