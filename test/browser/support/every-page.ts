import type { BrowserContextOptions } from 'playwright-core';

import { inRun } from '../../factories/deprovisioning-limits.js';
import { person } from '../../factories/person.js';
import { newEmail } from '../../support/administrators.js';
import type { Row } from '../../support/answers.js';
import type { TestTenant } from '../../support/service.js';
import { command } from '../../support/terminal.js';
import { Pages } from './pages.js';
import type { Visit } from './visit.js';

type Theme = 'light' | 'dark';
export type Who = 'administrator' | 'anonymous' | 'registrar' | 'without-factor';
/** The part of a page's address after the #; a function when it depends on the demo data. */
type Route = string | ((world: EveryPage) => Promise<string>);

export interface OnePage {
  readonly name: string;
  readonly route: Route;
  readonly heading: string;
  readonly who: Who;
}

const ADMINISTRATOR = 'admin@demo.example.edu';

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
function firstOf(list: string, query: string, key = 'id'): Route {
  return async ({ pages }) => {
    const { cookie } = await pages.administrators.browser(ADMINISTRATOR);
    const { body } = await pages.service.anonymous({ cookie }).get(`/api/v1/admin/${list}?${query}`);
    const [row] = body.data as unknown as Row[];
    return `/${list}/${String(row?.[key])}/show`;
  };
}

/** Every page, with its route, its heading, and its visitor. A new page needs a line here. */
const ROWS: readonly (readonly [string, Route, string, Who?])[] = [
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
  ['trends', '/trends', 'Trends'],
  ['trends-pacing', '/trends/pacing', 'Trends'],
  ['trends-queue', '/trends/queue', 'Trends'],
  ['trends-keys', '/trends/keys', 'Trends'],
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
  ['connector', '/connectors/SIS/show', 'SIS'],
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
  ['mapping-new', '/mappings/create', 'Add a mapping'],
  ['administrators', '/administrators', 'Administrators'],
  ['settings', '/settings', 'Settings'],
  ['settings-limits', '/settings/limits', 'Settings'],
  ['settings-terms', '/settings/terms', 'Settings'],
  ['milestones', '/milestones', 'Milestones'],
  ['account', '/account', 'Your account'],
  ['sign-on', '/sign-on', 'Single sign-on'],
  ['connections', '/connections', 'Identity providers'],
  ['readers', '/readers', 'Readers'],
  ['key', firstOf('keys', 'perPage=1', 'apiKey'), ''],
  ['audit', '/audit', 'Audit log'],
  ['disclosures', '/disclosures', 'Disclosures'],
  ['audit-of-a-run', '/audit?filter=%7B%22run%22%3A%22nightly-1122%22%7D', 'Audit log'],
  ['requests', '/requests', 'Request log'],
  ['request', firstOf('requests', 'status=400'), 'POST'],
  ['login', '/login', 'Log in', 'anonymous'],
  ['invitation', (world) => Promise.resolve(world.invitation), 'Set your password', 'anonymous'],
  ['handover', '/handover', 'API key', 'anonymous'],
  ['forbidden', '/forbidden', 'No access', 'registrar'],
  ['second-factor', '/second-factor', 'Set up a second factor', 'without-factor'],
];

export const EVERY_PAGE: readonly OnePage[] = ROWS.map(([name, route, heading, who = 'administrator']) => ({
  name,
  route,
  heading,
  who,
}));

/** The demo university with some nights of runs, an invitation and a registrar, for a walk through every page. */
export class EveryPage {
  private readonly visits = new Map<string, Visit>();

  private constructor(
    readonly pages: Pages,
    private readonly registrar: string,
    private readonly withoutFactor: string,
    readonly invitation: string,
  ) {}

  static async start(): Promise<EveryPage> {
    const pages = await Pages.start();
    const { tenantId } = await pages.demo();
    const tenant = await pages.service.tenant();
    await someRuns(pages, await pages.service.anotherCaller({ ...tenant, tenantId }));
    const { email, externalId } = await pages.administrators.make(tenant);
    await tenant.sis.post('/users', person({ accountType: 'Staff', email, externalId, role: 'registrar' }));
    const invitee = person({ accountType: 'Staff', email: newEmail() });
    await tenant.sis.post('/users', invitee);
    const demanding = await pages.service.tenant();
    const lacking = await pages.administrators.make(demanding);
    await command(pages.service, `tenant settings ${demanding.tenantId}`, { 'demand-second-factor': 'on' });
    return new EveryPage(
      pages,
      email,
      lacking.email,
      await pages.invitation(tenant, String(invitee['email'])),
    );
  }

  /** Opens the page, in the visit of its visitor and this theme, whose problems are then those of the page. */
  async open(page: OnePage, theme: Theme, viewport: { width: number; height: number }): Promise<Visit> {
    const visit = await this.visitOf(page.who, theme);
    visit.problems.length = 0;
    await visit.page.setViewportSize(viewport);
    await visit.open(await this.routeOf(page), page.heading);
    return visit;
  }

  /** The part of the page's address after the #. */
  async routeOf({ route }: OnePage): Promise<string> {
    return typeof route === 'string' ? route : route(this);
  }

  /** A page in a browser of its own, as this visitor sees it. */
  visit(who: Who, options: BrowserContextOptions): Promise<Visit> {
    if (who === 'anonymous') return this.pages.visit(options);
    const emails = {
      administrator: ADMINISTRATOR,
      registrar: this.registrar,
      'without-factor': this.withoutFactor,
    };
    return this.pages.visitAs(emails[who], options);
  }

  private async visitOf(who: Who, colorScheme: Theme): Promise<Visit> {
    const known = this.visits.get(`${who} ${colorScheme}`);
    if (known !== undefined) return known;
    const visit = await this.visit(who, { colorScheme });
    this.visits.set(`${who} ${colorScheme}`, visit);
    return visit;
  }
}
