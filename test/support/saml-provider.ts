import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

import { SignedXml } from 'xml-crypto';

import { newCertificate } from './certificates.js';
import { keepSecrets } from './evidence.js';
import { close, listen } from './loopback.js';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
export const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
export const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3';

/** What the service asks the provider for. */
interface Request {
  readonly id: string;
  readonly issuer: string;
  readonly answersTo: string;
}

/** What an answer says; by itself, what the request asks for. */
export interface AnswerOptions {
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  readonly nameId?: string;
  readonly signed?: readonly ('assertion' | 'response')[];
  readonly signature?: string;
  readonly digest?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string;
  readonly status?: string;
  /** Seconds from now. */
  readonly until?: number;
  readonly from?: number;
  /** Changes what is signed, before it is signed. */
  readonly before?: (xml: string) => string;
  /** Changes the answer after it was signed. */
  readonly after?: (xml: string) => string;
}

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
const newId = (): string => `_${randomBytes(16).toString('hex')}`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The parts of an answer, and the answer. */
export function assertionOf(response: string): string {
  return /<saml:Assertion [^]*<\/saml:Assertion>/.exec(response)?.[0] ?? '';
}

/** An identity provider of SAML with a key of its own, which logs in every visitor with what the test says. */
export class TestSamlProvider {
  private readonly certificates = [certificate()];
  /** What its address of metadata answers, when it is not the metadata. */
  metadataAnswer: { status: number; text: string } | undefined;
  metadataReads = 0;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<TestSamlProvider> {
    const server = createServer();
    const provider = new TestSamlProvider(server, `http://127.0.0.1:${await listen(server)}/idp`);
    server.on('request', (_, response) => {
      provider.metadataReads += 1;
      const { status, text } = provider.metadataAnswer ?? { status: 200, text: provider.metadata() };
      response.writeHead(status, { 'Content-Type': 'application/samlmetadata+xml' }).end(text);
    });
    return provider;
  }

  stop(): Promise<void> {
    return close(this.server);
  }

  get metadataUrl(): string {
    return `${this.issuer}/metadata`;
  }

  get signOnUrl(): string {
    return `${this.issuer}/sso`;
  }

  /** Of SHA-256, of all its certificates, sorted. */
  get fingerprints(): string[] {
    return this.certificates.map(({ cert }) => new X509Certificate(cert).fingerprint256).sort();
  }

  /** Signs with a new key from now on; its metadata has the former ones too. */
  addKey(): void {
    this.certificates.push(certificate());
  }

  metadata(issuer = this.issuer): string {
    const keys = this.certificates.map(
      ({ cert }) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>` +
        `<ds:X509Certificate>${cert.replace(/-----.*-----/g, '').trim()}</ds:X509Certificate></ds:X509Data>` +
        '</ds:KeyInfo></md:KeyDescriptor>',
    );
    return (
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- A comment, as files of metadata have. -->\n' +
      `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">` +
      '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">' +
      `${keys.join('')}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" ` +
      `Location="${this.issuer}/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>\n`
    );
  }

  requestAt(location: string): Request {
    const sent = new URL(location).searchParams.get('SAMLRequest') ?? '';
    const xml = inflateRawSync(Buffer.from(sent, 'base64')).toString();
    return {
      id: /ID="([^"]+)"/.exec(xml)?.[1] ?? '',
      issuer: /<saml:Issuer[^>]*>([^<]+)/.exec(xml)?.[1] ?? '',
      answersTo: /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? '',
    };
  }

  /** The answer to the request at this address, in Base64. */
  answer(location: string, options: AnswerOptions = {}): string {
    const { before = (xml) => xml, after = (xml) => xml, signed = ['assertion'] } = options;
    let xml = before(this.responseTo(this.requestAt(location), options));
    if (signed.includes('assertion')) xml = this.sign(xml, 'Assertion', options);
    if (signed.includes('response')) xml = this.sign(xml, 'Response', options);
    const answer = Buffer.from(after(xml)).toString('base64');
    keepSecrets('answer of a SAML provider', [answer]);
    return answer;
  }

  private responseTo({ id, issuer: audience, answersTo }: Request, options: AnswerOptions): string {
    const { destination = answersTo, status = 'Success', inResponseTo = id, issuer = this.issuer } = options;
    return (
      '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ' +
      `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" ` +
      `IssueInstant="${inSeconds(0)}" Destination="${destination}" InResponseTo="${inResponseTo}">` +
      `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode ` +
      `Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>` +
      `${assertion({ audience, recipient: answersTo, inResponseTo, issuer, ...options })}</samlp:Response>`
    );
  }

  private sign(
    xml: string,
    name: string,
    { signature = RSA_SHA256, digest = SHA256 }: AnswerOptions,
  ): string {
    const signer = new SignedXml({
      privateKey: this.certificates.at(-1)?.key ?? '',
      signatureAlgorithm: signature,
      canonicalizationAlgorithm: EXCLUSIVE,
    });
    const xpath = `//*[local-name(.)='${name}']`;
    signer.addReference({ xpath, transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: digest });
    const issuer = `${xpath}/*[local-name(.)='Issuer']`;
    signer.computeSignature(xml, { prefix: 'ds', location: { reference: issuer, action: 'after' } });
    return signer.getSignedXml();
  }
}

type AssertionOptions = AnswerOptions & { inResponseTo: string; recipient: string; audience: string };

function assertion(options: AssertionOptions): string {
  const {
    issuer = '',
    audience,
    recipient,
    inResponseTo,
    nameId = 'nameless',
    until = 300,
    from = -5,
  } = options;
  const attributes = Object.entries(options.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values
        .map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" ` +
    `IssueInstant="${inSeconds(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="${PERSISTENT}">${nameId}</saml:NameID>` +
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ' +
    `NotOnOrAfter="${inSeconds(until)}" Recipient="${recipient}" InResponseTo="${inResponseTo}"/>` +
    '</saml:SubjectConfirmation></saml:Subject>' +
    `<saml:Conditions NotBefore="${inSeconds(from)}" NotOnOrAfter="${inSeconds(until)}"><saml:AudienceRestriction>` +
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${inSeconds(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>' +
    '</saml:AuthnContext></saml:AuthnStatement>' +
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
  );
}

function certificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'integration-saml-'));
  try {
    return newCertificate(folder, 2, 'rsa');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
