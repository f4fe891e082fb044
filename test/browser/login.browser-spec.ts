import {
  SignOnAway,
  SignOnExpired,
  SignOnNotBegun,
  SignOnNotOffered,
  SignOnRefused,
  SignOnWithoutAccount,
  SignOnWithoutEmail,
} from '../../src/errors/sign-on.errors.js';
import { person } from '../factories/person.js';
import { newEmail, PASSWORD } from '../support/administrators.js';
import type { TestTenant } from '../support/service.js';
import { aSubmission } from '../factories/submissions.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await pages.service.tenant();
});

async function logIn({ page }: Visit, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel(/^E-mail address/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Presses Tab until this element has the focus. */
async function tabTo({ page }: Visit, name: string): Promise<void> {
  for (let stops = 0; stops < 80; stops += 1) {
    const focused = await page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
    );
    if (focused === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key never comes to "${name}".`);
}

describe('an invitation', () => {
  it('lets a user set a password once; the password logs in again later', async () => {
    const email = newEmail();
    await tenant.sis.post(
      '/users',
      person({ accountType: 'Staff', email, firstName: 'Ida', lastName: 'Berg' }),
    );
    const link = await pages.invitation(tenant, email);
    const visit = await pages.visit();
    await visit.open(link, 'Set your password');
    await visit.page.getByText('Ida Berg').waitFor();
    await visit.page.getByLabel(/^New password/).fill(PASSWORD);
    await visit.page.getByRole('button', { name: 'Set the password and log in' }).click();
    await visit.settled('Overview');

    const again = await pages.visit();
    await again.open(link, 'Invitation');
    await again.page.getByRole('alert').waitFor();
    await again.open('/login', 'Log in');
    await logIn(again, email);
    await again.settled('Overview');
  });
});

describe('the login', () => {
  it.each([
    new SignOnNotOffered(),
    new SignOnNotBegun(),
    new SignOnRefused(),
    new SignOnWithoutEmail(),
    new SignOnWithoutAccount(),
    new SignOnAway(),
    new SignOnExpired(),
  ])('says why a single sign-on has led to it: $constructor.name', async ({ code, constructor, message }) => {
    const visit = await pages.visit();
    await visit.open(`/login?error=${code}&reason=${constructor.name}`, 'Log in');
    expect(await visit.page.getByRole('alert').innerText()).toBe(message);
  });

  it('refuses a wrong password with a reason and keeps the address', async () => {
    const { email } = await pages.administrators.make(tenant);
    const visit = await pages.visit();
    await visit.open('/login', 'Log in');
    await logIn(visit, email, 'not the password');
    await visit.page.getByRole('alert').waitFor();
    expect(await visit.page.getByLabel(/^E-mail address/).inputValue()).toBe(email);
  });

  it('shows a user with another role a page that says so', async () => {
    const { email, externalId } = await pages.administrators.make(tenant);
    await tenant.sis.post('/users', person({ accountType: 'Staff', email, externalId, role: 'registrar' }));
    const visit = await pages.visit();
    await visit.open('/login', 'Log in');
    await logIn(visit, email);
    await visit.settled('No access');
    expect(await visit.page.getByRole('alert').innerText()).toContain('your role is Registrar');
    await visit.open('/users', 'No access');
  });
});

describe('an administrator who is de-provisioned by the SIS', () => {
  it('is thrown out of an open page by the next action, and reads why', async () => {
    const { visit, person: administrator } = await pages.administrator(tenant);
    await visit.open('/', 'Overview');
    const { status } = await tenant.sis.patch(`/users/${administrator.externalId}`);
    await visit.page.getByRole('link', { name: 'Users', exact: true }).click();
    await visit.settled('Log in');

    expect(status).toBe(200);
    expect(await visit.page.getByRole('alert').innerText()).toContain('Your session has ended');
  });
});

describe('with the keyboard alone', () => {
  it('an administrator logs in, opens a list, and a row of it', async () => {
    const { email } = await pages.administrators.make(tenant);
    const submissionId = await aSubmission(tenant);
    const visit = await pages.visit();
    const { keyboard } = visit.page;
    await visit.open('/login', 'Log in');
    await keyboard.type(email);
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await visit.settled('Overview');
    await tabTo(visit, 'Sync queue');
    await keyboard.press('Enter');
    await visit.settled('Sync queue');
    await visit.page.getByRole('link', { name: submissionId }).waitFor();
    await tabTo(visit, submissionId);
    await keyboard.press('Enter');
    await visit.settled(`Submission ${submissionId}`);
  });
});
