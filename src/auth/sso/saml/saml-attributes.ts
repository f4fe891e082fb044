/** The values of each attribute of an assertion, by the name of the attribute. */
export type SamlAttributes = ReadonlyMap<string, readonly string[]>;

/** The names under which providers send what the service reads: as URI, and by their short names. */
const NAMES = {
  mail: [
    'urn:oid:0.9.2342.19200300.100.1.3',
    'mail',
    // AD FS and Entra ID.
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  pairwiseId: ['urn:oasis:names:tc:SAML:attribute:pairwise-id', 'pairwise-id'],
  principalName: ['urn:oid:1.3.6.1.4.1.5923.1.1.1.6', 'eduPersonPrincipalName'],
  affiliations: ['urn:oid:1.3.6.1.4.1.5923.1.1.1.9', 'eduPersonScopedAffiliation'],
} as const;

const MOST_AFFILIATIONS = 20;
const LONGEST = 254;

/** What a provider of SAML says about a person. */
export interface SamlPerson {
  /** Undefined also where several addresses are sent. */
  readonly email: string | undefined;
  /** By which the provider knows the person for good. */
  readonly subject: string | null;
  readonly affiliations: readonly string[];
}

function isKept(value: string): boolean {
  return value !== '' && value.length <= LONGEST;
}

function valuesOf(attributes: SamlAttributes, names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => attributes.get(name) ?? []).filter(isKept))];
}

/** The value, where there is exactly one. */
function onlyOf(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}

/** @param persistentId the NameID of the assertion where it is a persistent one */
export function personOf(attributes: SamlAttributes, persistentId: string | undefined): SamlPerson {
  const only = (names: readonly string[]): string | undefined => onlyOf(valuesOf(attributes, names));
  const named = onlyOf([persistentId ?? ''].filter(isKept));
  return {
    email: only(NAMES.mail),
    subject: only(NAMES.pairwiseId) ?? only(NAMES.principalName) ?? named ?? null,
    affiliations: valuesOf(attributes, NAMES.affiliations).slice(0, MOST_AFFILIATIONS),
  };
}
