import { inEnglish } from '../../../texts/languages.js';
import { MetadataRefused, readMetadata } from './saml-metadata.js';

/** Of a key that exists nowhere else; it is read, and nothing is checked with it. */
const CERTIFICATE =
  'MIIBfTCCASOgAwIBAgIUBaddEk1yCxNmOax3NqJ1/GCjjnAwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2' +
  'MTIwMTA3MTY0NFoXDTI2MTIwMjA3MTY0NFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE' +
  'qakAfZbHDoNU1opIhLDyg5VLm44ej/VUFAbl8DSkPmNVO4XYVOJlkltf7MKIeZF4eaP3SmijHIyW3A1q5ifX16NTMFEwHQYDVR0O' +
  'BBYEFCP4w4Yhrq2Ww2oPm5whtfnP4JFlMB8GA1UdIwQYMBaAFCP4w4Yhrq2Ww2oPm5whtfnP4JFlMA8GA1UdEwEB/wQFMAMBAf8w' +
  'CgYIKoZIzj0EAwIDSAAwRQIgC91TYXF6rYkQDoMzVphVlhK8KBgBMkpE9bLMJd2COrQCIQDJYWBFedh4xxISozaNLDz5aAROKqgg' +
  'OVL1GOTWA3WioA==';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

function key(use: string, certificate = CERTIFICATE): string {
  const x509 = `<ds:X509Certificate>\n${certificate}\n</ds:X509Certificate>`;
  return `<KeyDescriptor ${use}><ds:KeyInfo><ds:X509Data>${x509}</ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
}

const NOW = new Date('2026-12-01T12:00:00Z');

interface Parts {
  /** Attributes of the provider, and of its role. */
  readonly ofEntity?: string;
  readonly ofRole?: string;
  readonly entityId?: string;
  readonly role?: string;
  readonly protocol?: string;
  readonly keys?: string;
  readonly binding?: string;
  readonly location?: string;
}

function metadata({
  entityId = 'https://login.example.edu/idp',
  role = 'IDPSSODescriptor',
  protocol = PROTOCOL,
  keys = key('use="signing"'),
  binding = REDIRECT,
  location = 'https://login.example.edu/sso?x=1',
  ofEntity = '',
  ofRole = '',
}: Parts = {}): string {
  return (
    '<?xml version="1.0"?><!-- metadata --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ' +
    `xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}"${ofEntity}>` +
    `<${role} protocolSupportEnumeration="${protocol}"${ofRole}>${keys}` +
    `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://a.example"/>` +
    `<SingleSignOnService Binding="${binding}" Location="${location}"/></${role}></EntityDescriptor>`
  );
}

function problemOf(xml: string, mayBeLocal = false): string {
  try {
    readMetadata(xml, mayBeLocal, NOW);
    return '';
  } catch (error) {
    if (error instanceof MetadataRefused) return inEnglish(error.rule);
    throw error;
  }
}

describe('metadata of a provider', () => {
  it('says who it is, where browsers sign on, and with which certificates it signs', () => {
    expect(readMetadata(`\uFEFF${metadata()}`, false, NOW)).toEqual({
      issuer: 'https://login.example.edu/idp',
      signOnUrl: 'https://login.example.edu/sso?x=1',
      certificates: [CERTIFICATE],
    });
  });

  it('is valid until the earliest of its ends', () => {
    const xml = metadata({
      ofEntity: ' validUntil="2026-12-09T12:00:00Z"',
      ofRole: ' validUntil="2026-12-02T12:00:00+01:00"',
    });
    expect(readMetadata(xml, false, NOW).validUntil).toBe('2026-12-02T11:00:00.000Z');
  });

  it('counts a key without a use, each certificate once, and no key of encryption alone', () => {
    const keys = key('use="encryption"', 'nonsense') + key('') + key('use="signing"');
    expect(readMetadata(metadata({ keys }), false, NOW).certificates).toEqual([CERTIFICATE]);
  });

  it.each<[string, RegExp]>([
    ['nonsense', /XML/],
    [metadata().replace('<EntityDescriptor', '<!DOCTYPE x><EntityDescriptor'), /XML/],
    [metadata().slice(0, -5), /XML/],
    [metadata().replaceAll('EntityDescriptor', 'EntitiesDescriptor'), /one provider/],
    [metadata().replace('SAML:2.0:metadata', 'SAML:1.0:metadata'), /one provider/],
    [metadata({ entityId: '' }), /entityID/],
    [metadata({ entityId: 'x'.repeat(501) }), /entityID/],
    [metadata({ role: 'SPSSODescriptor' }), /IDPSSODescriptor/],
    [metadata({ protocol: 'urn:oasis:names:tc:SAML:1.1:protocol' }), /IDPSSODescriptor/],
    [metadata({ ofEntity: ' validUntil="2026-12-01T12:00:00Z"' }), /run out/],
    [metadata({ ofRole: ' validUntil="2026-12-01T13:00:00+02:00"' }), /run out/],
    [metadata({ ofEntity: ' validUntil="soon"' }), /date and time/],
    [metadata({ keys: '' }), /certificates/],
    [metadata({ keys: key('use="encryption"') }), /certificates/],
    [metadata({ keys: key('', 'AAAA') }), /certificates/],
    [metadata({ binding: 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP' }), /HTTP-Redirect/],
    [metadata({ location: 'javascript:alert(1)' }), /HTTP-Redirect/],
    [metadata({ location: 'http://127.0.0.1/sso' }), /HTTP-Redirect/],
    [metadata({ location: 'https://user@login.example.edu' }), /HTTP-Redirect/],
  ])('is refused: %#', (xml, problem) => {
    expect(problemOf(xml)).toMatch(problem);
  });

  it('may name an address of this machine where the service is on it, too', () => {
    expect(problemOf(metadata({ location: 'http://127.0.0.1/sso' }), true)).toBe('');
  });
});
