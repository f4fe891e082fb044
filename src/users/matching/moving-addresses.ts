import type { Scope } from '../../tenancy/scope.js';
import { REPORT } from '../model/awaiting-source/awaited-field.js';
import { keepsValue } from '../model/awaiting-source/awaiting-source.js';
import type { SentPerson } from '../model/outcome.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import type { CandidateIndex } from './candidate-index.js';
import { addressMayBeReassigned, isRatherAbout, numberMayBeReassigned } from './reassignment.js';

interface Move {
  readonly user: User;
  /** The key of the address that the user gets. */
  readonly to: string;
}

/** The stored user whom a row names by ID or number. */
export function namedBy({ person, userId }: SentPerson, candidates: CandidateIndex): User | undefined {
  if (userId !== undefined) return candidates.byId(userId);
  const match = candidates.match(person);
  return match === undefined || match.by === 'email' ? undefined : match.user;
}

/** The stored user whom a row without a number means by the address. */
function meantByAddress({ person, userId }: SentPerson, candidates: CandidateIndex): User | undefined {
  if (userId !== undefined || (person.externalId ?? null) !== null) return undefined;
  const owner = candidates.ownerOf(person.email);
  return owner === undefined || addressMayBeReassigned(person, owner) ? undefined : owner;
}

/**
 * Whether a row has the address and the names of one stored person, and the number of another: numbers that were mixed
 * up look like addresses that move, and would give each person the record of the next one.
 */
function hasNumberOfAnother({ person }: SentPerson, user: User, candidates: CandidateIndex): boolean {
  const owner = candidates.ownerOf(person.email);
  return owner !== undefined && owner.id !== user.id && isRatherAbout(person, owner, user);
}

/** The rows that give a person another address, where nothing of the person or of the settings keeps them from it. */
function movesOf(
  scope: Scope,
  people: readonly SentPerson[],
  candidates: CandidateIndex,
  now: Date,
): Map<string, Move> {
  const moves = new Map<string, Move>();
  const wanted = new Map<string, number>();
  for (const { person } of people) {
    const key = emailKeyOf(person.email);
    wanted.set(key, (wanted.get(key) ?? 0) + 1);
  }
  const several = new Set<string>();
  const met = new Set<string>();
  for (const sent of people) {
    const user = namedBy(sent, candidates);
    const meant = user ?? meantByAddress(sent, candidates);
    if (meant === undefined) continue;
    if (met.has(meant.id)) several.add(meant.id);
    met.add(meant.id);
    if (user === undefined) continue;
    const { person, intent = REPORT } = sent;
    const to = emailKeyOf(person.email);
    const waits = scope.tenant.possibleReassignment === 'hold' && numberMayBeReassigned(person, user);
    // Which of two rows gets an address depends on what becomes of the first.
    const isAlone = wanted.get(to) === 1;
    const isKept = keepsValue(scope, user, { person, intent }, 'email', now);
    const isMove = to !== user.emailKey && isAlone && !waits && !isKept;
    if (isMove && !hasNumberOfAnother(sent, user, candidates)) moves.set(user.id, { user, to });
  }
  // What becomes of a person who comes twice, perhaps by address, depends on both rows.
  for (const id of several) moves.delete(id);
  return moves;
}

/**
 * Stored users who certainly give up their address in a batch, so that other rows of it may have it: swaps, rings and
 * chains are applied together, whatever their order.
 * @returns by their IDs, the keys of the addresses that they give up
 */
export function leavingAddresses(
  scope: Scope,
  people: readonly SentPerson[],
  candidates: CandidateIndex,
  now: Date,
): ReadonlyMap<string, string> {
  const moves = movesOf(scope, people, candidates, now);
  // A move to the address of a user who stays fails, and with it those that wait for it.
  const blocked = ({ to }: Move): boolean => {
    const owner = candidates.ownerOf(to);
    return owner !== undefined && !moves.has(owner.id);
  };
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const [id, move] of moves)
      if (blocked(move)) {
        moves.delete(id);
        isStable = false;
      }
  }
  return new Map([...moves].map(([id, { user }]) => [id, user.emailKey]));
}
