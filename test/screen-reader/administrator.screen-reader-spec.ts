import { Pages, PASSWORD } from '../browser/support/pages.js';
import type { Visit } from '../browser/support/visit.js';
import { person } from '../factories/person.js';
import type { TestTenant } from '../support/service.js';
import { ScreenReader } from './support/screen-reader.js';

let reader: ScreenReader;
let pages: Pages;
let tenant: TestTenant;
let visit: Visit;
let email: string;

beforeAll(async () => {
  reader = await ScreenReader.start();
  pages = await Pages.start({
    headless: false,
    env: reader.env,
    args: ['--force-renderer-accessibility'],
  });
});

afterAll(async () => {
  await pages.stop();
  await reader.stop();
});

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ email } = await pages.administrators.make(tenant, { firstName: 'Ola', lastName: 'Holm' }));
});

afterEach(async () => {
  expect(await pages.leave()).toEqual([]);
});

/** Logged in, at the page with this heading, with the focus in the bars of the browser. */
async function open(route: string, heading: string): Promise<void> {
  reader.forget();
  visit = await pages.visitAs(email);
  await visit.open(route, heading);
  await reader.says(/Finished loading/);
}

describe('an administrator who hears the pages', () => {
  it('logs in, hears why that was refused before, and hears which page is shown then', async () => {
    visit = await pages.visit();
    await visit.open('/login', 'Log in');
    await reader.says(/Finished loading/);
    await reader.tabTo(/E-mail address entry required/);
    await reader.type(email);
    await reader.tabTo(/Password password text/);
    await reader.type('not the password');
    await reader.press('Return');
    await reader.says(/The e-mail address or the password is not right/);
    await reader.tabTo(/Password password text/, 'shift+Tab');
    await reader.type(PASSWORD);
    await reader.press('Return');
    await reader.says(/Overview/);
  });

  it('finds a user: the page, how many rows are left, the headers of the cells, and whose page it is', async () => {
    await tenant.sis.post('/users', person({ firstName: 'Mei', lastName: 'Quartz', accountType: 'Staff' }));
    await open('/', 'Overview');
    await reader.tabTo(/Users link/);
    await reader.press('Return');
    await reader.says(/Users heading level 1/);
    await reader.tabTo(/Name, e-mail or number entry/);
    await reader.type('quartz');
    await reader.says(/1 row/);
    await reader.tabTo(/Quartz, Mei link/);
    await reader.press('Up', 'Down');
    await reader.says(/ID column header .*Status column header Active/);
    await reader.press('Return');
    await reader.says(/Mei Quartz/);
  });

  it('hears what a de-provisioning does before it is confirmed, and gets back to its button', async () => {
    const { body } = await tenant.sis.post('/users', person({ firstName: 'Mei', lastName: 'Quartz' }));
    await open(`/users/${String(body.data['id'])}/show`, 'Mei Quartz');
    await reader.tabTo(/De-provision push button/);
    // While the code of a dialog is being loaded, Orca may miss all of it but the button that has the focus.
    await reader.press('Return');
    await reader.says(/Cancel push button/);
    await reader.press('Escape');
    await reader.says(/De-provision push button/);
    await reader.press('Return');
    await reader.says(/The user can no longer log in, and open sessions end at once.*Cancel push button/);
    await reader.press('Escape');
    await reader.says(/De-provision push button/);
  });

  it('hears why a setting was refused, at its field, and that it was saved then', async () => {
    await open('/settings/university', 'Settings');
    await reader.tabTo(/E-mail domain entry/);
    await reader.press('ctrl+a');
    await reader.type('not a domain');
    await reader.press('Return');
    await reader.says(/Must be a domain name, such as example.edu/);
    await reader.press('ctrl+a');
    await reader.type('quartz.example.edu');
    await reader.tabTo(/Save the settings push button/);
    await reader.press('Return');
    await reader.says(/Settings saved/);
    await reader.press('shift+Tab');
    await reader.says(/entry|combo box/);
  });

  it('hears the secret of a new key, which is shown once, and that it was copied', async () => {
    await open('/keys', 'Integration API Keys');
    await reader.tabTo(/Create a key push button/);
    await reader.press('Return');
    await visit.page.getByRole('dialog', { name: 'Create a key' }).waitFor();
    // Orca may have missed the field that has the focus, and take letters as its own commands.
    await reader.tabTo(/Integration .* check box not checked/);
    await reader.tabTo(/Label entry required/, 'shift+Tab');
    await reader.type('Library feed');
    await reader.tabTo(/Integration .* check box not checked/);
    await reader.press('space');
    await reader.says(/checked/);
    await reader.tabTo(/Create the key push button/);
    await reader.press('Return');
    await reader.says(/The key “Library feed” is ready.*Copy the secret now/);
    await reader.tabTo(/Copy the secret push button/);
    await reader.press('Return');
    await reader.says(/Copied the secret/);
    await reader.tabTo(/Secret region is_/);
  });

  it('hears why the address of a webhook was refused', async () => {
    await open('/alert-settings', 'Who is alerted');
    await reader.tabTo(/Add a webhook push button/);
    await reader.press('Return');
    await reader.says(/Add a webhook/);
    await reader.tabTo(/Name entry/);
    await reader.type('it');
    await reader.tabTo(/Address entry/);
    await reader.type('http://127.0.0.1/');
    await reader.press('Return');
    await reader.says(/must be an https:\/\/ address/i);
  });

  it('hears the pages in Spanish after they have chosen it', async () => {
    await open('/users', 'Users');
    await reader.tabTo(/Account of Ola Holm/);
    await reader.press('Return');
    await reader.tabTo(/Español/, 'Down');
    await reader.press('Return');
    await visit.settled('Usuarios');
    await reader.tabTo(/Usuarios link/);
  });
});
