import { ENTERPRISE, USER } from '../schema/urns.js';
import { USER_TYPE } from '../schema/user.type.js';
import { projected, projectionOf } from './projection.js';

const ANN = {
  schemas: [USER, ENTERPRISE],
  id: '1',
  userName: 'ann',
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [
    { value: 'a@x.example', type: 'work' },
    { value: 'b@x.example', type: 'home' },
  ],
  [ENTERPRISE]: { department: 'Law', manager: { value: '9' } },
};
const ALWAYS = { schemas: ANN.schemas, id: '1' };

function shown(query: Record<string, unknown>): object {
  return projected(ANN, projectionOf(query), USER_TYPE);
}

describe('an answer', () => {
  it.each<[Record<string, unknown>, object]>([
    [{ attributes: 'userName' }, { userName: 'ann' }],
    [{ attributes: 'USERNAME,name.FAMILYname' }, { userName: 'ann', name: { familyName: 'Lee' } }],
    [{ attributes: ['userName', 'id'] }, { userName: 'ann' }],
    [{ attributes: 'emails.value' }, { emails: [{ value: 'a@x.example' }, { value: 'b@x.example' }] }],
    [{ attributes: 'emails.value,emails.type' }, { emails: ANN.emails }],
    [{ attributes: `${ENTERPRISE}:department` }, { [ENTERPRISE]: { department: 'Law' } }],
    [{ attributes: `${ENTERPRISE}:manager.value` }, { [ENTERPRISE]: { manager: { value: '9' } } }],
    [{ attributes: ENTERPRISE }, { [ENTERPRISE]: ANN[ENTERPRISE] }],
    [{ attributes: `${USER}:userName` }, { userName: 'ann' }],
    [{ attributes: 'emails[type eq "work"]' }, { emails: ANN.emails }],
    [{ attributes: 'emails[type eq "work"].type' }, { emails: [{ type: 'work' }, { type: 'home' }] }],
    [{ attributes: 'userName,emails[type eq "work"' }, { userName: 'ann' }],
    [{ attributes: 'nothing,name.nothing,userName.nothing' }, {}],
    [{ attributes: 'toString,constructor' }, {}],
    [{ attributes: 'userName', excludedAttributes: 'userName' }, { userName: 'ann' }],
  ])('to %j has these attributes beside schemas and id', (query, attributes) => {
    expect(shown(query)).toEqual({ ...ALWAYS, ...attributes });
  });

  it.each<[string, string[]]>([
    ['name,emails', ['schemas', 'id', 'userName', ENTERPRISE]],
    ['schemas,ID', Object.keys(ANN)],
    [ENTERPRISE, ['schemas', 'id', 'userName', 'name', 'emails']],
    ['', Object.keys(ANN)],
  ])('without %s has the others', (excludedAttributes, names) => {
    expect(Object.keys(shown({ excludedAttributes }))).toEqual(names);
  });

  it('without a part has the other parts, and the resource keeps all', () => {
    expect(shown({ excludedAttributes: 'emails.type,name.givenName' })).toMatchObject({
      name: { familyName: 'Lee' },
      emails: [{ value: 'a@x.example' }, { value: 'b@x.example' }],
    });
    expect(ANN.name.givenName).toBe('Ann');
  });

  it.each(['a..b', 'a b', '1', 'a.b.c', '__proto__'])('leaves out what is no name: %s', (attributes) => {
    expect(Object.keys(shown({ attributes })).sort()).toEqual(['id', 'schemas']);
  });

  it('has the attribute of a name with a filter', () => {
    expect(shown({ attributes: 'emails[type eq "work"],a b' })).toMatchObject({ emails: ANN.emails });
  });

  it('is refused for more than 200 names', () => {
    expect(() => shown({ attributes: 'a,'.repeat(201) })).toThrow('more than 200');
  });
});

// A search that takes the square of the length needs minutes for these.
it('250,000 brackets are no name', () => {
  const { attributes } = projectionOf({ attributes: ['['.repeat(250_000)] });
  expect(attributes).toEqual([]);
});
