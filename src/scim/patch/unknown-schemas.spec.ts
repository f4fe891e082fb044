import type { Resource } from '../schema/resource.js';
import { ENTERPRISE } from '../schema/urns.js';
import { USER_TYPE } from '../schema/user.type.js';
import { applyPatch } from './apply-patch.js';
import { operationsOf } from './operations.js';

const OTHER = 'urn:other:1.0:User';
const ANN: Resource = { userName: 'ann', [ENTERPRISE]: { department: 'Law' } };
const WITH_SHOE: Resource = { ...ANN, [OTHER]: { shoe: 40 } };

function patched(resource: Resource, ...operations: readonly object[]): Resource {
  return applyPatch(resource, operationsOf({ Operations: operations }), USER_TYPE);
}

describe('a schema that is not known', () => {
  it.each<[string, Resource, object, Resource]>([
    ['is kept under its URN without a path', ANN, { op: 'add', value: { [OTHER]: { shoe: 40 } } }, WITH_SHOE],
    ['is kept under its URN as the path', ANN, { op: 'add', path: OTHER, value: { shoe: 40 } }, WITH_SHOE],
    [
      'is kept by replace too',
      ANN,
      { op: 'replace', value: { [OTHER]: { shoe: 40 }, 'urn:z:1.0': { a: 1 } } },
      { ...WITH_SHOE, 'urn:z:1.0': { a: 1 } },
    ],
    [
      'keeps the attributes that are not named',
      WITH_SHOE,
      { op: 'replace', value: { [OTHER.toUpperCase()]: { hat: 'L' } } },
      { ...ANN, [OTHER]: { shoe: 40, hat: 'L' } },
    ],
    [
      'gets an attribute by its URN and name',
      WITH_SHOE,
      { op: 'add', value: { [`${OTHER}:hat`]: 'L' } },
      { ...ANN, [OTHER]: { shoe: 40, hat: 'L' } },
    ],
    [
      'gets a complex attribute where it is there',
      WITH_SHOE,
      { op: 'add', value: { [`${OTHER}:hat`]: { size: 'L' } } },
      { ...ANN, [OTHER]: { shoe: 40, hat: { size: 'L' } } },
    ],
    ['loses an attribute by its path', WITH_SHOE, { op: 'remove', path: `${OTHER}:shoe` }, ANN],
    ['is removed by its path', WITH_SHOE, { op: 'remove', path: OTHER }, ANN],
    ['is cleared by null', WITH_SHOE, { op: 'replace', value: { [OTHER]: null } }, ANN],
    ['without attributes is none', ANN, { op: 'add', value: { [OTHER]: {} } }, ANN],
    [
      'may have another value than an object, as POST takes it',
      { ...ANN, [OTHER]: 'x' },
      { op: 'replace', value: { [OTHER]: 'y' } },
      { ...ANN, [OTHER]: 'y' },
    ],
    [
      'is meant by a text under a URN and a name',
      ANN,
      { op: 'add', value: { [OTHER]: 'x' } },
      { ...ANN, 'urn:other:1.0': { User: 'x' } },
    ],
  ])('%s', (_, before, operation, after) => {
    expect(patched(before, operation)).toEqual(after);
  });
});

it('null clears a schema that is known', () => {
  expect(patched(ANN, { op: 'replace', value: { [ENTERPRISE]: null } })).toEqual({ userName: 'ann' });
});
