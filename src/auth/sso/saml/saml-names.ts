import type { XmlName } from './xml-tree.js';

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

export const ofProtocol = (name: string): XmlName => [PROTOCOL, name];
export const ofAssertion = (name: string): XmlName => [ASSERTION, name];
export const ofMetadata = (name: string): XmlName => [METADATA, name];
export const ofSignature = (name: string): XmlName => [SIGNATURE, name];
