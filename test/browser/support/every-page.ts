import { inRun } from '../../factories/deprovisioning-limits.js';
import { person } from '../../factories/person.js';
import { newEmail } from '../../support/administrators.js';
import type { Row } from '../../support/answers.js';
import type { TestTenant } from '../../support/service.js';
import type { Pages } from './pages.js';

export const ADMINISTRATOR = 'admin@demo.example.edu';

export type Who = 'administrator' | 'anonymous' | 'registrar';

/** The demo university with runs, and who visits its pages. */
export class DemoPages {
  private constructor(
    readonly pages: Pages,
    readonly registrar: string,
    readonly invitation: string,
  ) {}

  static async prepare(pages: Pages): Promise<DemoPages> {
    const { tenantId } = await pages.demo();
    const tenant = await pages.service.tenant();
    await someRuns(pages, await pages.service.anotherCaller({ ...tenant, tenantId }));
    const { email, externalId } = await pages.administrators.make(tenant);
    await tenant.sis.post('/users', person({ accountType: 'Staff', email, externalId, role: 'registrar' }));
    const invitee = person({ accountType: 'Staff', email: newEmail() });
    await tenant.sis.post('/users', invitee);
    return new DemoPages(pages, email, await pages.invitation(tenant, String(invitee['email'])));
  }

  /** The part of the page's address after the #. */
  routeOf({ route }: { readonly route: Route }): string | Promise<string> {
    return typeof route === 'string' ? route : route(this);
  }

  /** Of the users of the demo university, or of a registrar of another one. */
  emailOf(who: Who): string | undefined {
    if (who === 'anonymous') return undefined;
    return who === 'registrar' ? this.registrar : ADMINISTRATOR;
  }
}

/** A function when it depends on the data. */
type Route = string | ((of: DemoPages) => string | Promise<string>);

/** Four nights of one sender, the last with failures, changes and an undo. */
async function someRuns(pages: Pages, demo: TestTenant): Promise<void> {
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
function firstOf(list: string, query: string, key = 'id'): (of: DemoPages) => Promise<string> {
  return async ({ pages }) => {
    const { cookie } = await pages.administrators.browser(ADMINISTRATOR);
    const { body } = await pages.service.anonymous({ cookie }).get(`/api/v1/admin/${list}?${query}`);
    const [row] = body.data as unknown as Row[];
    return `/${list}/${String(row?.[key])}/show`;
  };
}

/** Every page, with its route, its heading, and its visitor. A new page needs a line here. */
const PAGES: readonly (readonly [name: string, route: Route, heading: string, who?: Who])[] = [
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
  ['invitation', ({ invitation }) => invitation, 'Set your password', 'anonymous'],
  ['forbidden', '/forbidden', 'No access', 'registrar'],
];

export const EVERY_PAGE = PAGES.map(([name, route, heading, who = 'administrator']) => ({
  name,
  route,
  heading,
  who,
}));
