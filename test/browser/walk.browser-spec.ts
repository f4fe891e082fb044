import { seriousFindings } from './support/axe.js';
import { PASSWORD, Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const ADMINISTRATOR = 'admin@demo.example.edu';

let pages: Pages;
let visit: Visit;
/** Answers of 400 and above, and calls without an answer. */
const failed: string[] = [];

beforeAll(async () => {
  pages = await Pages.start();
  await pages.demo();
  visit = await pages.visit();
  visit.page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
  });
  visit.page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left gives up the calls of what it no longer shows.
    if (reason !== 'net::ERR_ABORTED') failed.push(`${reason} ${request.url()}`);
  });
  await visit.open('/login', 'Log in');
  await visit.page.getByLabel(/^E-mail address/).fill(ADMINISTRATOR);
  await visit.page.getByLabel(/^Password/).fill(PASSWORD);
  // Before the login, the pages ask whether there is a session, and are refused.
  failed.length = 0;
  await visit.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await visit.settled('Overview');
});

afterAll(() => pages.stop());

/** The pages that administrators open every day, with the demo university's data that each shows. */
const MAIN_PAGES = [
  { route: '/', heading: 'Overview', shows: '36\n\nStudents' },
  { route: '/users', heading: 'Users', shows: 'elodie.beauvallon@demo.example.edu' },
  { route: '/users/950000006/show', heading: 'Szőlősi', shows: 'phd-public-health' },
  { route: '/runs', heading: 'Runs', shows: 'first-import' },
  { route: '/runs/first-import/show', heading: 'first-import', shows: 'Viktória Hársfai' },
  { route: '/queue', heading: 'Sync queue', shows: 'gra-9003' },
  { route: '/conflicts', heading: 'Conflicts', shows: 'Amahle Mbatha-Khumalo' },
  { route: '/connectors', heading: 'Connectors', shows: 'Errors, leases and credentials of SIS' },
  { route: '/settings', heading: 'Settings', shows: 'Settings of Demo University.' },
  { route: '/audit', heading: 'Audit log', shows: 'phd-data-science' },
];

describe('the main page', () => {
  it.each(MAIN_PAGES)(
    '$route shows its data, without an error and without a finding of axe',
    async (page) => {
      visit.problems.length = 0;
      await visit.open(page.route, page.heading);
      const text = await visit.page.locator('main').innerText();
      expect(text).toContain(page.shows);
      expect(await seriousFindings(visit.page)).toEqual([]);
      expect(visit.problems).toEqual([]);
      expect(failed).toEqual([]);
    },
  );
});
