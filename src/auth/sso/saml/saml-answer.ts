import { inEnglish } from '../../../texts/languages.js';
import { type Sentence, sentence } from '../../../texts/sentence.js';
import type { SamlAttributes } from './saml-attributes.js';
import { ofAssertion, ofProtocol, ofSignature } from './saml-names.js';
import {
  allOf,
  childrenOf,
  isNamed,
  NotXml,
  parseXml,
  plainText,
  TooMuchXml,
  type XmlElement,
  type XmlLimits,
} from './xml-tree.js';

/** By how much the provider's clock may differ. */
export const SKEW_MS = 60_000;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/**
 * Far more than an answer has. The time of the library grows with the square of the elements that stand side by side:
 * 15,000 of them took 96 s, and an answer within these limits takes at most about a tenth of a second for each
 * certificate of the provider.
 */
const LIMITS: XmlLimits = { elements: 1000, children: 500, attributes: 50, allAttributes: 2000 };
const MOST_SIGNATURES = 4;
/** None of SHA-1, and none with a key that both sides know. */
const ALGORITHMS: ReadonlySet<string | undefined> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** What an answer must be about. */
export interface ExpectedAnswer {
  /** The entity ID of the provider. */
  readonly issuer: string;
  /** Where answers are posted to. */
  readonly address: string;
  /** The ID of the request that this browser began. */
  readonly requestId: string;
}

/** A signed assertion that was checked. */
export interface SamlAssertion {
  readonly id: string;
  readonly persistentId: string | undefined;
  readonly attributes: SamlAttributes;
}

/** The answer is refused. */
export class AnswerRefused extends Error {
  /** @param reason for the administrator who sets the provider up */
  constructor(readonly reason: Sentence) {
    super(inEnglish(reason));
  }
}

function demand(holds: boolean, reason: Sentence): asserts holds {
  if (!holds) throw new AnswerRefused(reason);
}

function parse(xml: string): XmlElement {
  try {
    return parseXml(xml, LIMITS);
  } catch (error) {
    if (error instanceof NotXml) throw new AnswerRefused(sentence('The answer is not a document of XML.'));
    if (error instanceof TooMuchXml)
      throw new AnswerRefused(sentence('The answer has too many elements or too many attributes.'));
    throw error;
  }
}

function isFrom(element: XmlElement, issuer: string): boolean {
  const issuers = childrenOf(element, ofAssertion('Issuer'));
  return issuers.length === 1 && issuers.every((one) => plainText(one) === issuer);
}

/**
 * Checks what can be checked before the signature, so that what is signed can only be the one assertion that is read:
 * there are no comments, no other assertion anywhere, and no ID twice.
 * @throws {AnswerRefused}
 */
export function checkResponse(xml: string, { issuer, address, requestId }: ExpectedAnswer): void {
  // Comments, document types and CDATA sections begin so, and processing instructions: parsers differ in what they
  // make of a text that one of them splits.
  demand(
    !/<!|<\?(?!xml\s)/.test(xml),
    sentence('The answer has a comment, a document type or an instruction in it.'),
  );
  const response = parse(xml);
  demand(isNamed(response, ofProtocol('Response')), sentence('The answer is not a Response of SAML 2.0.'));
  const { attributes } = response;
  demand(
    (attributes.get('Destination') ?? address) === address,
    sentence('The answer has another Destination.'),
  );
  demand(
    attributes.get('InResponseTo') === requestId,
    sentence('The answer is not to the request of this browser.'),
  );
  demand(
    childrenOf(response, ofAssertion('Issuer')).length === 0 || isFrom(response, issuer),
    sentence('The answer is of another issuer.'),
  );
  const [status] = childrenOf(response, ofProtocol('Status'));
  const code = status && childrenOf(status, ofProtocol('StatusCode'))[0]?.attributes.get('Value');
  const word = /:(\w{1,40})$/.exec(code ?? '')?.[1] ?? 'unknown';
  demand(code === SUCCESS, sentence('The provider answered with the status {word}.', { word }));
  checkParts(response);
}

function checkParts(response: XmlElement): void {
  const all = [...allOf(response)];
  demand(
    !all.some(({ name }) => name.startsWith('Encrypted')),
    sentence('The assertion is encrypted; the service has no key for that.'),
  );
  const assertions = all.filter(({ name }) => name === 'Assertion');
  demand(
    assertions.length === 1 && childrenOf(response, ofAssertion('Assertion')).length === 1,
    sentence('The answer must have exactly one assertion.'),
  );
  demand(
    all.filter(({ name }) => name === 'Response').length === 1,
    sentence('The answer has another one in it.'),
  );
  demand(
    all.filter(({ name }) => name === 'Signature').length <= MOST_SIGNATURES,
    sentence('The answer has too many signatures.'),
  );
  const ids = all.flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => name.toLowerCase() === 'id').map(([, value]) => value),
  );
  demand(new Set(ids).size === ids.length, sentence('The answer has an ID twice.'));
  const algorithms = all
    .filter(
      (one) => isNamed(one, ofSignature('SignatureMethod')) || isNamed(one, ofSignature('DigestMethod')),
    )
    .map(({ attributes }) => attributes.get('Algorithm'));
  demand(
    algorithms.every((algorithm) => ALGORITHMS.has(algorithm)),
    sentence('The signature must be of RSA with SHA-256 or SHA-512; SHA-1 is refused.'),
  );
}

/**
 * Reads the assertion whose signature was verified.
 * @param xml the signed assertion alone
 * @throws {AnswerRefused}
 */
export function readAssertion(xml: string, expected: ExpectedAnswer, now: Date): SamlAssertion {
  const assertion = parse(xml);
  const id = assertion.attributes.get('ID') ?? '';
  demand(isNamed(assertion, ofAssertion('Assertion')) && id !== '', sentence('The assertion has no ID.'));
  demand(isFrom(assertion, expected.issuer), sentence('The assertion is of another issuer.'));
  demand(
    childrenOf(assertion, ofAssertion('AuthnStatement')).length > 0,
    sentence('The assertion does not say that the person has logged in.'),
  );
  const [subject, ...others] = childrenOf(assertion, ofAssertion('Subject'));
  demand(subject !== undefined && others.length === 0, sentence('The assertion has no Subject.'));
  demand(
    childrenOf(subject, ofAssertion('SubjectConfirmation')).some((one) => isConfirmed(one, expected, now)),
    sentence(
      'The SubjectConfirmation must be a bearer one with the Recipient, the request and a NotOnOrAfter of this log-in.',
    ),
  );
  const [nameId] = childrenOf(subject, ofAssertion('NameID'));
  const persistentId = nameId?.attributes.get('Format') === PERSISTENT ? plainText(nameId) : undefined;
  return { id, persistentId, attributes: attributesOf(assertion) };
}

/** SAML 2.0 profiles, 4.1.4.2 and 4.1.4.3. */
function isConfirmed(confirmation: XmlElement, { address, requestId }: ExpectedAnswer, now: Date): boolean {
  const [data] = childrenOf(confirmation, ofAssertion('SubjectConfirmationData'));
  if (data === undefined || confirmation.attributes.get('Method') !== BEARER) return false;
  const { attributes } = data;
  const until = Date.parse(attributes.get('NotOnOrAfter') ?? '');
  return (
    attributes.get('Recipient') === address &&
    attributes.get('InResponseTo') === requestId &&
    !attributes.has('NotBefore') &&
    until + SKEW_MS > now.getTime()
  );
}

function attributesOf(assertion: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const attributes = childrenOf(assertion, ofAssertion('AttributeStatement')).flatMap((statement) =>
    childrenOf(statement, ofAssertion('Attribute')),
  );
  for (const attribute of attributes) {
    const name = attribute.attributes.get('Name') ?? '';
    const values = childrenOf(attribute, ofAssertion('AttributeValue')).flatMap(
      (value) => plainText(value) ?? [],
    );
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return found;
}
