import { InvalidFilter, InvalidPath } from '../../errors/scim.errors.js';
import { ENTERPRISE, USER } from '../schema/urns.js';
import type { Filter } from './filter.js';
import { parseFilter, parsePath } from './parse-filter.js';

/** The filter with a bracket around everything that belongs together. */
function shown(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.of.map(shown).join(` ${filter.kind} `)})`;
    case 'not':
      return `not ${shown(filter.of)}`;
    case 'present':
      return `${nameOf(filter.attribute)}?`;
    case 'some':
      return `${nameOf(filter.attribute)}[${shown(filter.of)}]`;
    default:
      return `${nameOf(filter.attribute)} ${filter.operator} ${JSON.stringify(filter.value)}`;
  }
}

function nameOf({ urn, name, sub }: { urn?: string; name?: string; sub?: string }): string {
  return [urn === undefined ? '' : `{${urn}}`, name ?? '', sub === undefined ? '' : `.${sub}`].join('');
}

describe('a filter', () => {
  it.each([
    // Examples of RFC 7644, 3.4.2.2.
    ['userName Eq "john"', 'userName eq "john"'],
    [`name.familyName co "O'Malley"`, `name.familyName co "O'Malley"`],
    [`${USER}:userName sw "J"`, `{${USER}}userName sw "J"`],
    ['title pr', 'title?'],
    ['meta.lastModified ge "2011-05-13T04:42:34Z"', 'meta.lastModified ge "2011-05-13T04:42:34Z"'],
    ['title pr and userType eq "Employee"', '(title? and userType eq "Employee")'],
    [`schemas eq "${ENTERPRISE}"`, `schemas eq "${ENTERPRISE}"`],
    [
      'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
      '(userType eq "Employee" and (emails co "example.com" or emails.value co "example.org"))',
    ],
    [
      'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
      '(userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org"))',
    ],
    [
      'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
      '(userType eq "Employee" and emails[(type eq "work" and value co "@example.com")])',
    ],
    [
      'emails[type eq "work"] or ims[type eq "xmpp" and value co "@foo.com"]',
      '(emails[type eq "work"] or ims[(type eq "xmpp" and value co "@foo.com")])',
    ],
    // `and` before `or`, `not` before both, and the order in which they are written.
    ['a pr or b pr and c pr or d pr', '(a? or (b? and c?) or d?)'],
    ['not (a pr) and b pr', '(not a? and b?)'],
    ['(a pr or b pr) and (c pr)', '((a? or b?) and c?)'],
    ['((a pr))', 'a?'],
    // What providers send.
    ['emails[type eq "work"].value eq "a@b.c"', 'emails[(type eq "work" and value eq "a@b.c")]'],
    ['active eq True', 'active eq true'],
    ['externalId eq null', 'externalId eq null'],
    [`${ENTERPRISE}:manager.value eq "1"`, `{${ENTERPRISE}}manager.value eq "1"`],
    ['urn:okta:custom:1.0:user:shoe.size eq -1.5e2', '{urn:okta:custom:1.0:user}shoe.size eq -150'],
    ['  userName   eq  "a"  ', 'userName eq "a"'],
    ['userName eq "a\\"b\\\\c\\u00e9\\n"', 'userName eq "a\\"b\\\\cé\\n"'],
    ['not pr', 'not?'],
  ])('%s is %s', (text, tree) => {
    expect(shown(parseFilter(text))).toBe(tree);
  });

  it.each([
    ['', 'its end stands where an attribute is expected'],
    ['userName', 'its end stands where an operator is expected'],
    ['userName eq', 'its end stands where a value is expected'],
    ['userName eq john', 'john stands where a value is expected'],
    ['userName == "a"', '== stands where an operator is expected'],
    ['userName eq "a" "b"', 'a text stands after its end'],
    ['(userName pr', 'its end stands where ) is expected'],
    ['userName pr)', ') stands after its end'],
    ['emails[type eq "work"', 'its end stands where ] is expected'],
    ['emails[emails[type pr]]', '[ stands where an operator is expected'],
    ['userName eq "a', 'unexpected text at position 11'],
    ['userName eq "\\x"', 'the text at position 11 is not a text of JSON'],
    ['a.b.c pr', 'a.b.c stands where an attribute is expected'],
    ['1a pr', '1a stands where an attribute is expected'],
    ['urn:x:a.b.c pr', 'urn:x:a.b.c stands where an attribute is expected'],
    ['not userName pr', 'userName stands where an operator is expected'],
    ['userName eq 01', '01 stands where a value is expected'],
    ['a pr and', 'its end stands where an attribute is expected'],
    ['a pr nor b pr', 'nor stands after its end'],
    ['emails[type pr].a.b pr', '.a.b is no part of an attribute'],
    [`${'('.repeat(10_000)}a pr${')'.repeat(10_000)}`, 'it has more than 1000 words'],
    [Array.from({ length: 201 }, () => 'a pr').join(' or '), 'it has more than 200 conditions'],
    [`${'('.repeat(100)}a pr${')'.repeat(100)}`, 'it has brackets of more than 20 levels'],
    [`${'not ('.repeat(100)}a pr${')'.repeat(100)}`, 'it has brackets of more than 20 levels'],
    [Array(500).fill('a pr').join(' or '), 'it has more than 1000 words'],
  ])('%.60s is refused', (text, problem) => {
    expect(() => parseFilter(text)).toThrow(InvalidFilter);
    expect(() => parseFilter(text)).toThrow(`The filter cannot be used: ${problem}`);
  });
});

describe('a path', () => {
  it.each<[string, object]>([
    ['members', { attribute: { name: 'members' } }],
    ['name.familyName', { attribute: { name: 'name', sub: 'familyName' } }],
    [ENTERPRISE, { attribute: { urn: ENTERPRISE } }],
    [`${ENTERPRISE.toLowerCase()}:department`, { attribute: { urn: ENTERPRISE, name: 'department' } }],
    [`${USER}:name.givenName`, { attribute: { urn: USER, name: 'name', sub: 'givenName' } }],
    [
      'addresses[type eq "work"]',
      {
        attribute: { name: 'addresses' },
        of: { kind: 'compare', attribute: { name: 'type' }, operator: 'eq', value: 'work' },
      },
    ],
    [
      'roles[primary eq "True"].value',
      {
        attribute: { name: 'roles' },
        of: { kind: 'compare', attribute: { name: 'primary' }, operator: 'eq', value: 'True' },
        sub: 'value',
      },
    ],
  ])('%s is read', (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  it.each([
    '',
    ' ',
    'a.b.c',
    'emails[',
    'emails[type eq "work"',
    'emails[type eq "work"]value',
    'a b',
    '[a pr]',
  ])('%s is refused', (text) => {
    expect(() => parsePath(text)).toThrow(InvalidPath);
  });
});
