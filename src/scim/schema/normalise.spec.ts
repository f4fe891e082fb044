import { InvalidSyntax, InvalidValue } from '../../errors/scim.errors.js';
import { normalise } from './normalise.js';
import { ENTERPRISE, EXTENSION } from './urns.js';
import { USER_TYPE } from './user.type.js';

describe('a resource', () => {
  it('gets the names of its schemas, and loses what is unassigned', () => {
    const sent = {
      USERNAME: 'ann',
      Name: { GIVENNAME: 'Ann', familyName: null },
      emails: { value: 'a@b.example', Primary: 'True' },
      roles: ['chair'],
      phoneNumbers: [],
      active: 'false',
      title: null,
      [ENTERPRISE.toUpperCase()]: { Department: 'Law', manager: '951000001' },
      [EXTENSION]: { yearOfEntry: '2024', isExternal: 'FALSE', userTags: 'one' },
      Shoe: { Size: 40 },
    };
    expect(normalise(sent, USER_TYPE)).toEqual({
      userName: 'ann',
      name: { givenName: 'Ann' },
      emails: [{ value: 'a@b.example', primary: true }],
      roles: [{ value: 'chair' }],
      active: false,
      [ENTERPRISE]: { department: 'Law', manager: { value: '951000001' } },
      [EXTENSION]: { yearOfEntry: 2024, isExternal: false, userTags: ['one'] },
      Shoe: { Size: 40 },
    });
  });

  it('loses blank texts, and what has a blank value', () => {
    const sent = {
      title: ' ',
      nickName: '',
      name: { givenName: 'Ann', middleName: '' },
      emails: [{ value: '', type: 'work' }, { type: 'home' }],
      roles: ['', { value: null, display: 'x' }],
      addresses: [{ locality: '', type: 'work' }],
      [ENTERPRISE]: { department: '', manager: { value: ' ', displayName: 'x' } },
      [EXTENSION]: { yearOfEntry: '', userTags: ['a', ' '] },
      shoe: '',
    };
    expect(normalise(sent, USER_TYPE)).toEqual({
      name: { givenName: 'Ann' },
      emails: [{ type: 'home' }],
      addresses: [{ type: 'work' }],
      [EXTENSION]: { userTags: ['a'] },
    });
  });

  it.each<[string, unknown, unknown]>([
    ['an ID alone', '951000001', { value: '951000001' }],
    ['a list of one ID', ['951000001'], { value: '951000001' }],
    ['a list of one', [{ $ref: null, value: '951000001' }], { value: '951000001' }],
  ])('with %s as a manager has that manager', (_, manager, expected) => {
    expect(normalise({ [ENTERPRISE]: { manager } }, USER_TYPE)).toEqual({
      [ENTERPRISE]: { manager: expected },
    });
  });

  it.each<[unknown, string]>([
    [{ [ENTERPRISE]: { manager: ['1', '2'] } }, `${ENTERPRISE}.manager must be an object`],
    [{ userName: 1 }, 'userName must be a text'],
    [{ name: 'Ann Lee' }, 'name must be an object'],
    [{ name: { givenName: [], familyName: {} } }, 'name.familyName must be a text'],
    [{ emails: [1] }, 'emails must be an object'],
    [{ emails: [{ value: 1 }] }, 'emails.value must be a text'],
    [{ active: 'yes' }, 'active must be true or false'],
    [{ [ENTERPRISE]: 1 }, `${ENTERPRISE} must be an object`],
    [{ [ENTERPRISE]: { department: 5 } }, `${ENTERPRISE}.department must be a text`],
    [{ [EXTENSION]: { yearOfEntry: 20.5 } }, `${EXTENSION}.yearOfEntry must be a whole number`],
    [{ active: '' }, 'active must be true or false'],
  ])('%j is refused', (sent, problem) => {
    expect(() => normalise(sent, USER_TYPE)).toThrow(InvalidValue);
    expect(() => normalise(sent, USER_TYPE)).toThrow(problem);
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['a text', 'x'],
    ['nothing', undefined],
    ['an attribute twice', { userName: 'a', username: 'b' }],
    ['a part twice', { name: { givenName: 'a', GivenName: 'b' } }],
    ['deep nesting', { x: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) as unknown }],
  ])('%s is no resource', (_, sent) => {
    expect(() => normalise(sent, USER_TYPE)).toThrow(InvalidSyntax);
  });
});
