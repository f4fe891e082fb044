/** The issuer of Entra ID, which never sends `email_verified`. */
const ENTRA_HOST = 'login.microsoftonline.com';

const YES: readonly unknown[] = [true, 'true'];
/** Entra ID sends this claim, when it is asked to, as a boolean, a number or a text. */
const YES_OF_ENTRA: readonly unknown[] = [...YES, 1, '1'];

/**
 * Whether the provider calls the e-mail address verified. Entra ID says so by `xms_edov`: the domain of the address is
 * verified by the organization of the account. From another issuer that claim means nothing.
 */
export function isVerifiedAddress(issuer: string, claims: Readonly<Record<string, unknown>>): boolean {
  if (YES.includes(claims['email_verified'])) return true;
  return new URL(issuer).hostname === ENTRA_HOST && YES_OF_ENTRA.includes(claims['xms_edov']);
}

/**
 * Whether the address is of this domain, or of one that belongs to it. SAML has no word for a verified address, so the
 * provider of a university is believed for addresses of the university alone.
 */
export function isAddressOf(email: string, domain: string): boolean {
  const own = domain.toLowerCase();
  const at = email.toLowerCase().slice(email.lastIndexOf('@') + 1);
  return email.includes('@') && (at === own || at.endsWith(`.${own}`));
}
