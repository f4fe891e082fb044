import { AnswerRefused, checkResponse } from './saml-answer.js';

const EXPECTED = {
  issuer: 'https://login.example.edu/idp',
  address: 'https://integration.example.edu/acs',
  requestId: '_request',
};

interface Parts {
  /** Attributes of the answer. */
  readonly attributes?: string;
  /** Behind the status. */
  readonly extensions?: string;
}

function answer({ attributes = '', extensions = '' }: Parts): string {
  return (
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ' +
    `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" InResponseTo="_request"${attributes}>` +
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
    `<samlp:Extensions>${extensions}</samlp:Extensions><saml:Assertion ID="_1"/></samlp:Response>`
  );
}

function problemOf(parts: Parts): string {
  try {
    checkResponse(answer(parts), EXPECTED);
    return '';
  } catch (error) {
    if (error instanceof AnswerRefused) return error.message;
    throw error;
  }
}

/** Three attributes and five elements besides are in each answer. */
const attributes = (count: number): string =>
  Array.from({ length: count }, (_, index) => ` a${index}="x"`).join('');
const namespaces = (count: number): string =>
  Array.from({ length: count }, (_, index) => ` xmlns:a${index}="urn:x:${index}"`).join('');
const groups = (count: number, each: number): string => `<x>${'<y/>'.repeat(each)}</x>`.repeat(count);

describe('an answer of SAML', () => {
  it.each<[string, Parts]>([
    ['as many elements as are allowed', { extensions: groups(5, 198) }],
    ['as many elements in one as are allowed', { extensions: '<x/>'.repeat(500) }],
    ['as many attributes as are allowed', { attributes: attributes(47) }],
    ['as many namespaces as are allowed', { attributes: namespaces(47) }],
    ['as many signatures as are allowed', { extensions: '<Signature/>'.repeat(4) }],
  ])('may have %s', (_, parts) => {
    expect(problemOf(parts)).toBe('');
  });

  it.each<[string, RegExp, Parts]>([
    ['more elements', /too many elements/, { extensions: groups(5, 199) }],
    ['more elements in one', /too many elements/, { extensions: '<x/>'.repeat(501) }],
    ['a flat list as long as the form allows', /too many elements/, { extensions: '<x/>'.repeat(20_000) }],
    ['more attributes', /too many attributes/, { attributes: attributes(48) }],
    ['more namespaces', /too many attributes/, { attributes: namespaces(48) }],
    ['more attributes in all', /many attributes/, { extensions: `<x${attributes(50)}/>`.repeat(40) }],
    ['more signatures', /too many signatures/, { extensions: '<Signature/>'.repeat(5) }],
  ])('is refused with %s', (_, problem, parts) => {
    expect(problemOf(parts)).toMatch(problem);
  });
});
