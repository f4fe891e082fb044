import { X509Certificate } from 'node:crypto';

import { type Sentence, sentence } from '../../../texts/sentence.js';
import { isAllowedEndpoint } from '../issuer-address.js';
import { ofMetadata, ofSignature, PROTOCOL } from './saml-names.js';
import { allOf, childrenOf, isNamed, NotXml, parseXml, plainText, type XmlElement } from './xml-tree.js';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** What the metadata of an identity provider says. */
export interface SamlMetadata {
  /** Its entity ID. */
  readonly issuer: string;
  /** Where a browser signs on. */
  readonly signOnUrl: string;
  /** Those with whose keys it may sign, in Base64. */
  readonly certificates: readonly string[];
  /** When all this runs out, by ISO 8601; absent where the metadata says nothing of it. */
  readonly validUntil?: string;
}

/** What is stored of it, beside its issuer. */
export type StoredMetadata = Omit<SamlMetadata, 'issuer'>;

/** What administrators see of it and the audit log keeps: certificates by their fingerprints of SHA-256. */
export function publicMetadata({ signOnUrl, certificates }: StoredMetadata): {
  signOnUrl: string;
  certificates: string[];
} {
  const fingerprints = certificates.map((one) => certificateOf(one).fingerprint256);
  return { signOnUrl, certificates: fingerprints.sort() };
}

/** The text is not the metadata of one identity provider that the service can use. */
export class MetadataRefused extends Error {
  /** @param rule what the metadata must be */
  constructor(readonly rule: Sentence) {
    super();
  }
}

/**
 * Reads the metadata of one identity provider (SAML 2.0 metadata, 2.3.2 and 2.4.3).
 * @param mayBeLocal whether its address of sign-on may be on this machine, without TLS
 * @throws {MetadataRefused}
 */
export function readMetadata(xml: string, mayBeLocal: boolean, now: Date): SamlMetadata {
  const entity = entityIn(xml);
  const issuer = entity.attributes.get('entityID') ?? '';
  if (!/^[\x21-\x7e]{1,500}$/.test(issuer))
    throw new MetadataRefused(sentence('must have an entityID of at most 500 characters of ASCII'));
  const [role] = childrenOf(entity, ofMetadata('IDPSSODescriptor')).filter(({ attributes }) =>
    (attributes.get('protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL),
  );
  if (role === undefined)
    throw new MetadataRefused(sentence('must describe an identity provider of SAML 2.0 (IDPSSODescriptor)'));
  const validUntil = endOf([entity, role]);
  if (validUntil !== undefined && hasRunOut({ validUntil }, now))
    throw new MetadataRefused(sentence('must not have run out (validUntil)'));
  const read = { issuer, signOnUrl: signOnUrlOf(role, mayBeLocal), certificates: certificatesOf(role) };
  return validUntil === undefined ? read : { ...read, validUntil };
}

/** Whether metadata is not to be used any more. */
export function hasRunOut({ validUntil }: Pick<SamlMetadata, 'validUntil'>, now: Date): boolean {
  return validUntil !== undefined && Date.parse(validUntil) <= now.getTime();
}

/** The earliest end of these. */
function endOf(elements: readonly XmlElement[]): string | undefined {
  const ends = elements
    .flatMap(({ attributes }) => attributes.get('validUntil') ?? [])
    .map((text) => Date.parse(text));
  if (ends.some((end) => Number.isNaN(end)))
    throw new MetadataRefused(sentence('must have a date and time as its validUntil'));
  return ends.length === 0 ? undefined : new Date(Math.min(...ends)).toISOString();
}

function entityIn(xml: string): XmlElement {
  let root;
  try {
    root = parseXml(xml.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof NotXml)
      throw new MetadataRefused(
        sentence('must be XML without a document type; check that the file is complete'),
      );
    throw error;
  }
  if (!isNamed(root, ofMetadata('EntityDescriptor')))
    throw new MetadataRefused(
      sentence('must be the metadata of one provider (EntityDescriptor), not of several'),
    );
  return root;
}

function signOnUrlOf(role: XmlElement, mayBeLocal: boolean): string {
  const [service] = childrenOf(role, ofMetadata('SingleSignOnService')).filter(
    ({ attributes }) => attributes.get('Binding') === REDIRECT,
  );
  const url = service?.attributes.get('Location') ?? '';
  if (url.length > 2000 || !isAllowedEndpoint(url, mayBeLocal))
    throw new MetadataRefused(
      sentence(
        'must have a SingleSignOnService with HTTP-Redirect at an https:// address without a user name',
      ),
    );
  return url;
}

function certificatesOf(role: XmlElement): string[] {
  const keys = childrenOf(role, ofMetadata('KeyDescriptor')).filter(
    ({ attributes }) => attributes.get('use') !== 'encryption',
  );
  const certificates = keys
    .flatMap((key) => [...allOf(key)])
    .filter((element) => isNamed(element, ofSignature('X509Certificate')))
    .map((element) => (plainText(element) ?? '').replace(/\s/g, ''));
  if (certificates.length === 0 || certificates.length > 20 || !certificates.every(isCertificate))
    throw new MetadataRefused(
      sentence('must have between 1 and 20 certificates (X509Certificate) for signing'),
    );
  return [...new Set(certificates)];
}

function certificateOf(base64: string): X509Certificate {
  return new X509Certificate(Buffer.from(base64, 'base64'));
}

function isCertificate(base64: string): boolean {
  try {
    certificateOf(base64);
    return true;
  } catch {
    return false;
  }
}
