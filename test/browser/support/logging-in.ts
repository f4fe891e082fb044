import { PASSWORD } from '../../support/administrators.js';
import type { Visit } from './visit.js';

/** Gives the page an authenticator that answers by itself, as after a fingerprint. */
export async function withAuthenticator({ page }: Visit): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
}

/** Gives the address and the password on the open login page. */
export async function logIn({ page }: Visit, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
