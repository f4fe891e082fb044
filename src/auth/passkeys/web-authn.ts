import { createHash } from 'node:crypto';

import type { Passkey } from '../entities/passkey.entity.js';

/** How long a browser has to answer. */
export const VALID_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256; every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** The name under which authenticators list the account. */
const NAME = 'Integration administration';

/** How a browser may reach an authenticator. */
export const TRANSPORTS: readonly string[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
];

/** Where passkeys work: browsers give one to pages of this host alone, and sign where the page came from. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Options of WebAuthn in JSON, which a browser parses. */
export interface BrowserOptions {
  readonly challenge: string;
}

/** What an authenticator answered when it made a key pair; all of it in base64url. */
export interface Registration {
  readonly credential: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports?: readonly string[] | null | undefined;
}

/** What an authenticator signed; all of it in base64url. */
export interface Assertion {
  readonly credential: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'transports' | 'signatures'>;

/** What was expected of an answer. */
interface Expected {
  readonly challenge: string;
  readonly at: RelyingParty;
}

/** Loaded when it is first needed: with its parsers of certificates it would cost every start 0.4 s. */
const library = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');

export function relyingPartyAt(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Asks a browser for a new key pair; `account` distinguishes accounts of one authenticator. */
export async function registrationOptions(
  { id }: RelyingParty,
  account: string,
  email: string,
  known: readonly Passkey[],
): Promise<BrowserOptions> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: id,
    userName: email,
    userID: new Uint8Array(createHash('sha256').update(account).digest()),
    timeout: VALID_MS,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Asks a browser for a signature by one of these passkeys. */
export async function assertionOptions(
  { id }: RelyingParty,
  known: readonly Passkey[],
): Promise<BrowserOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: id,
    timeout: VALID_MS,
    userVerification: 'preferred',
    allowCredentials: known.map(descriptorOf),
  });
}

/** The new key; undefined when the answer is not right. */
export async function registeredKey(
  { credential: id, clientData, attestation, transports }: Registration,
  { challenge, at }: Expected,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await library();
  if (await isCertified(attestation)) return undefined;
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, attestationObject: attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: at.origin,
    expectedRPID: at.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credentialId,
    publicKey: Buffer.from(publicKey),
    transports: (transports ?? []).join(','),
    signatures: counter,
  };
}

/**
 * How many signatures the authenticator has counted.
 * @returns undefined when the answer is not right, or the number is not higher than the stored one
 */
export async function signaturesAfter(
  { credential: id, clientData, authenticatorData, signature }: Assertion,
  { challenge, at }: Expected,
  passkey: Passkey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: at.origin,
    expectedRPID: at.id,
    requireUserVerification: false,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signatures,
    },
  }).catch(() => undefined);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

/**
 * Whether certificates of the authenticator's maker are in the answer. They were not asked for, and to check them the
 * library would ask the makers' servers; the service calls no other one.
 */
async function isCertified(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
    const isPlain = ['none', 'packed'].includes(decoded.get('fmt'));
    return !isPlain || decoded.get('attStmt').get('x5c') !== undefined;
  } catch {
    return true;
  }
}

function descriptorOf({ credentialId, transports }: Passkey): { id: string; transports: string[] } {
  return { id: credentialId, transports: transports.split(',').filter((one) => one !== '') };
}
