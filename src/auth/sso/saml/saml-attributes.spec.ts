import { personOf } from './saml-attributes.js';

const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3';
const PAIRWISE = 'urn:oasis:names:tc:SAML:attribute:pairwise-id';
const PRINCIPAL = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6';
const AFFILIATION = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.9';

describe('the attributes of an assertion', () => {
  it.each([
    [{ [MAIL]: ['a@x'] }, 'a@x'],
    [{ mail: ['a@x'] }, 'a@x'],
    [{ 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['a@x'] }, 'a@x'],
    [{ [MAIL]: ['a@x'], mail: ['a@x'] }, 'a@x'],
    [{ [MAIL]: ['a@x'], mail: ['b@x'] }, undefined],
    [{ [MAIL]: ['a@x', 'b@x'] }, undefined],
    [{ [MAIL]: ['a@x', ''] }, 'a@x'],
    [{ [MAIL]: ['a'.repeat(255)] }, undefined],
    [{ [PRINCIPAL]: ['a@x'] }, undefined],
  ])('%j have the address %s', (attributes, email) => {
    expect(personOf(new Map(Object.entries(attributes)), undefined).email).toBe(email);
  });

  it.each([
    [{ [PAIRWISE]: ['p'], [PRINCIPAL]: ['e'] }, 'n', 'p'],
    [{ 'pairwise-id': ['p'] }, 'n', 'p'],
    [{ [PRINCIPAL]: ['e'] }, 'n', 'e'],
    [{ eduPersonPrincipalName: ['e'] }, undefined, 'e'],
    [{ [PAIRWISE]: ['p', 'q'] }, 'n', 'n'],
    [{}, 'n', 'n'],
    [{}, 'n'.repeat(255), null],
    [{}, undefined, null],
  ])('%j and the persistent name %s have the subject %s', (attributes, persistentId, subject) => {
    expect(personOf(new Map(Object.entries(attributes)), persistentId).subject).toBe(subject);
  });

  it('have affiliations by both names, each once', () => {
    const attributes = new Map([
      [AFFILIATION, ['staff@x', 'member@x']],
      ['eduPersonScopedAffiliation', ['staff@x']],
    ]);
    expect(personOf(attributes, undefined).affiliations).toEqual(['staff@x', 'member@x']);
  });
});
