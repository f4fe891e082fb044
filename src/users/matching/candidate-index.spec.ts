import { CandidateIndex } from './candidate-index.js';
import { blankUser } from '../model/fields/merge.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';

function user(id: string, email: string, legacyNumber: string | null = null): User {
  const blank = blankUser('tenant', id, legacyNumber, new Date(0));
  return { ...blank, email, emailKey: emailKeyOf(email) };
}

const ann = user('950000001', 'ann@example.edu', 'S-1');
const bob = user('951000002', 'bob@example.edu', 'S-2');

describe('CandidateIndex', () => {
  it.each([
    ['by the ID', '950000001', 'new@example.edu', ann, 'id'],
    ['by the ID before the e-mail address', '950000001', 'bob@example.edu', ann, 'id'],
    ['by legacyNumber', 'S-2', 'new@example.edu', bob, 'legacyNumber'],
    ['by legacyNumber before the e-mail address', 'S-2', 'ann@example.edu', bob, 'legacyNumber'],
    ['by e-mail address when the externalId is unknown', 'S-9', 'bob@example.edu', bob, 'email'],
    ['by e-mail address when the ID is unknown', '950000009', 'bob@example.edu', bob, 'email'],
    ['by e-mail address whatever its case', undefined, 'BOB@Example.edu', bob, 'email'],
    ['by e-mail address when externalId is null', null, 'bob@example.edu', bob, 'email'],
  ] as const)('finds a user %s', (_, externalId, email, expected, by) => {
    expect(new CandidateIndex([ann, bob]).match({ externalId, email })).toEqual({ user: expected, by });
  });

  it.each([
    ['the externalId and the address are unknown', 'S-9', 'new@example.edu'],
    ['the legacyNumber differs in case', 's-1', 'new@example.edu'],
    ['the ID is one digit longer', '9500000010', 'new@example.edu'],
    ['there is only an unknown address', undefined, 'new@example.edu'],
  ])('finds no user when %s', (_, externalId, email) => {
    expect(new CandidateIndex([ann, bob]).match({ externalId, email })).toBeUndefined();
  });

  it('prefers the ID of one person to the equal legacyNumber of another', () => {
    const odd = user('951000003', 'odd@example.edu', '950000001');

    const match = new CandidateIndex([odd, ann]).match({ externalId: '950000001', email: 'x@example.edu' });

    expect(match).toEqual({ user: ann, by: 'id' });
  });

  it('forgets the address and the number that a user has given up', () => {
    const candidates = new CandidateIndex([ann]);
    const moved = user(ann.id, 'ann.new@example.edu', 'S-1b');

    candidates.put(moved);

    expect(candidates.ownerOf('ann@example.edu')).toBeUndefined();
    expect(candidates.match({ externalId: 'S-1', email: 'x@example.edu' })).toBeUndefined();
    expect(candidates.ownerOf('ANN.new@example.edu')).toBe(moved);
    expect(candidates.match({ externalId: 'S-1b', email: 'x@example.edu' })?.user).toBe(moved);
    expect(candidates.match({ externalId: ann.id, email: 'x@example.edu' })?.user).toBe(moved);
  });

  it('leaves address and number with the user who got them before the former one gave them up', () => {
    const candidates = new CandidateIndex([ann, bob]);
    const next = user(bob.id, ann.email, 'S-1');

    candidates.put(next);
    candidates.put(user(ann.id, 'elsewhere@example.edu', 'S-9'));

    expect(candidates.ownerOf(ann.email)).toBe(next);
    expect(candidates.ownerOfNumber('S-1')).toBe(next);
  });

  it('gives an address that became free to its next owner', () => {
    const candidates = new CandidateIndex([ann, bob]);

    candidates.put(user(ann.id, 'elsewhere@example.edu', 'S-1'));
    candidates.put(user(bob.id, 'ann@example.edu', 'S-2'));

    expect(candidates.ownerOf('ann@example.edu')?.id).toBe(bob.id);
    expect(candidates.ownerOf('bob@example.edu')).toBeUndefined();
  });
});
