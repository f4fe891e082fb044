import { PublicUrl } from '../../src/config/public-url.js';
import { PASSWORD } from '../support/administrators.js';
import { addApp, codeOf } from '../support/authenticator-app.js';
import type { TestTenant } from '../support/service.js';
import { command } from '../support/terminal.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { logIn, withAuthenticator } from './support/logging-in.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let email: string;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  const opened = await pages.administrator(tenant);
  ({ visit } = opened);
  ({ email } = opened.person);
});

/** Demands a second factor of all administrators, at the terminal. */
async function demandSecondFactor(): Promise<void> {
  await command(pages.service, `tenant settings ${tenant.tenantId}`, { 'demand-second-factor': 'on' });
}

/** Adds an app in the open dialog, and stores the recovery codes. */
async function addAppIn({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = await page.getByTestId('secret').innerText();
  await dialog.getByRole('textbox').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I have stored the codes' }).click();
}

describe('a second factor that the university demands', () => {
  it('is demanded in the settings, which name before the save whom it concerns', async () => {
    await pages.administrators.make(tenant, { firstName: 'Ola', lastName: 'Holm' });
    await visit.open('/settings/login', 'Settings');
    const { page } = visit;
    const field = page.getByLabel('Second factor: an authenticator app or a passkey');
    await field.selectOption('Everyone who logs in by password needs one');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('Needs a second factor of your own first').waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await addApp((await pages.administrators.browser(email)).api);
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('1 administrator has no second factor, and must add one').waitFor();
    await page.getByText('Ola Holm').waitFor();
    await page.getByRole('button', { name: 'Save the change' }).click();
    await page.getByRole('button', { name: 'Save the change' }).waitFor({ state: 'detached' });
    await visit.open('/administrators', 'Administrators');
    await page.getByText('Password, no second factor').waitFor();
  });

  it('is set up on a page of its own after the login, which leads to where the user was', async () => {
    await demandSecondFactor();
    const theirs = await pages.visit();
    await theirs.open('/login', 'Log in');
    await logIn(theirs, email);
    await theirs.settled('Set up a second factor');
    expect(await seriousFindings(theirs.page)).toEqual([]);
    await theirs.open('/keys', 'Set up a second factor');
    await addAppIn(theirs);
    await theirs.settled('Integration API Keys');
  });

  it('is asked for over the page where something is typed, which is then saved', async () => {
    await visit.open('/settings/university', 'Settings');
    const { page } = visit;
    await page.getByLabel('Nightly run (hours)').fill('31');
    await demandSecondFactor();
    await page.getByRole('button', { name: 'Save the settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
    await dialog.getByText('what you have typed stays on this page').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await addAppIn(visit);
    await dialog.waitFor({ state: 'detached' });
    await until('the typed value is stored', async () => {
      const { tenant: stored } = await pages.service.scope(tenant);
      return stored.nightlyRunHours === 31;
    });
  });

  it('sends a page without anything typed to the page of its own, in Spanish too', async () => {
    const theirs = await pages.visitAs(email, { locale: 'es-ES' });
    await theirs.open('/users', 'Usuarios');
    await demandSecondFactor();
    await theirs.page.reload();
    await theirs.settled('Configurar un segundo factor');
    await theirs.page.getByRole('button', { name: 'Añadir una aplicación de autenticación' }).waitFor();
  });

  it('is set up with a passkey', async () => {
    await demandSecondFactor();
    const theirs = await pages.visit({}, pages.service.app.get(PublicUrl).value);
    await withAuthenticator(theirs);
    await theirs.open('/login', 'Log in');
    await logIn(theirs, email);
    await theirs.settled('Set up a second factor');
    await theirs.page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = theirs.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Blue key');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await theirs.settled('Overview');
  });
});
