import type { Refusal } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { IdentityConflict, UserNotFound } from '../../errors/users.errors.js';
import type { Warning } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CandidateIndex, Match } from './candidate-index.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { blankUser, merge } from '../model/merge.js';
import { hasIdForm, prefixFor } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import type { HashBody, MatchedBy, Outcome, Plan, SentPerson, TakeId } from '../model/outcome.js';

/** What makes one person of a batch be refused. */
const REFUSALS = [ValidationFailed, IdentityConflict, UserNotFound];

interface Target {
  readonly before: User;
  readonly isNew: boolean;
  readonly matchedBy: MatchedBy | null;
  readonly legacyNumber: string | null;
  readonly warnings: readonly Warning[];
}

function targetOfMatch(match: Match, person: CreateUpdateUserDto, candidates: CandidateIndex): Target {
  const { user, by } = match;
  const owner = candidates.ownerOf(person.email);
  if (owner !== undefined && owner.id !== user.id) throw new IdentityConflict('email', user.id, owner.id);
  const target = { before: user, isNew: false, matchedBy: by, legacyNumber: user.legacyNumber, warnings: [] };
  const { externalId } = person;
  if (by !== 'email' || externalId === undefined || externalId === null) return target;
  if (!hasIdForm(externalId)) return { ...target, legacyNumber: externalId };
  const message = `No user has the ID ${externalId}; the user with this e-mail address, ${user.id}, was updated`;
  return { ...target, warnings: [{ field: 'externalId', code: 'EXTERNAL_ID_NOT_FOUND', message }] };
}

/** The target of a row that names its user: no other user may have the address or the number that is sent. */
function targetOfKnown(userId: string, person: CreateUpdateUserDto, candidates: CandidateIndex): Target {
  const user = candidates.byId(userId);
  if (user === undefined) throw new UserNotFound();
  const owner = candidates.ownerOf(person.email);
  if (owner !== undefined && owner.id !== user.id) throw new IdentityConflict('email', user.id, owner.id);
  const { externalId } = person;
  const target = { before: user, isNew: false, matchedBy: 'id', warnings: [] } as const;
  if (externalId === undefined) return { ...target, legacyNumber: user.legacyNumber };
  if (externalId === null) return { ...target, legacyNumber: null };
  if (hasIdForm(externalId)) {
    const message = `externalId ${externalId} has the form of an ID, and no legacyNumber has it`;
    throw new ValidationFailed([{ field: 'externalId', code: 'idType', message }]);
  }
  const other = candidates.ownerOfNumber(externalId);
  if (other !== undefined && other.id !== user.id)
    throw new IdentityConflict('externalId', user.id, other.id);
  return { ...target, legacyNumber: externalId };
}

function targetOfNewcomer(scope: Scope, person: CreateUpdateUserDto, takeId: TakeId, now: Date): Target {
  const { externalId = null, accountType } = person;
  const prefix = prefixFor(accountType);
  const brings = externalId !== null && hasIdForm(externalId);
  if (brings && !externalId.startsWith(prefix)) {
    const owners = prefix === '950' ? 'Faculty and Staff' : 'a Student';
    const message = `externalId ${externalId} has the form of an ID for ${owners}, and accountType is ${accountType}`;
    throw new ValidationFailed([{ field: 'externalId', code: 'idType', message }]);
  }
  const id = brings ? externalId : takeId(prefix);
  const legacyNumber = brings ? null : externalId;
  return {
    before: blankUser(scope.tenantId, id, legacyNumber, now),
    isNew: true,
    matchedBy: null,
    legacyNumber,
    warnings: [],
  };
}

/**
 * Decides what each person of a batch means, in input order. A person may come twice: the second row is matched against
 * the result of the first. Nothing is written here.
 * @param hashBody absent where the bodies are not to be recognised later
 */
export function planBatch(
  scope: Scope,
  people: readonly SentPerson[],
  candidates: CandidateIndex,
  takeId: TakeId,
  now: Date,
  hashBody?: HashBody,
): Plan {
  const originals = new Map<string, User | undefined>();
  const results = new Map<string, User>();
  const bodiesToRemember = new Map<string, User>();
  const named = new Set(people.map(({ person }) => person.externalId));
  // An ID that a row of this batch names belongs to that row's person, whichever of the two comes first.
  const takeUnnamedId: TakeId = (prefix) => {
    let id = takeId(prefix);
    while (named.has(id)) id = takeId(prefix);
    return id;
  };

  const targetOf = ({ person, userId }: SentPerson): Target => {
    if (userId !== undefined) return targetOfKnown(userId, person, candidates);
    const match = candidates.match(person);
    return match === undefined
      ? targetOfNewcomer(scope, person, takeUnnamedId, now)
      : targetOfMatch(match, person, candidates);
  };

  const apply = (sent: SentPerson): Outcome => {
    const { person, text } = sent;
    const target = targetOf(sent);
    const { after, changed, warnings } = merge(scope, target.before, person, target.legacyNumber, now);
    // A body with warnings is not remembered: a repetition must warn again, and may match another user then.
    const isSettled = target.warnings.length === 0 && warnings.length === 0 && text !== undefined;
    const bodyHash = isSettled ? (hashBody?.(after.updatedAt, text) ?? null) : null;
    if (changed.length > 0 || target.isNew) {
      after.bodyHash = bodyHash;
      if (!originals.has(after.id)) originals.set(after.id, target.isNew ? undefined : target.before);
      results.set(after.id, after);
      candidates.put(after);
    } else if (bodyHash !== null && after.bodyHash?.equals(bodyHash) !== true) {
      const result = results.get(after.id) ?? after;
      result.bodyHash = bodyHash;
      if (result === after) bodiesToRemember.set(after.id, after);
      candidates.put(result);
    }
    const kind = target.isNew ? 'inserted' : changed.length > 0 ? 'updated' : 'unchanged';
    return {
      kind,
      user: after,
      matchedBy: target.matchedBy,
      changed: target.isNew ? [] : changed,
      warnings: [...target.warnings, ...warnings],
    };
  };

  const outcomes = people.map((sent): Outcome => {
    try {
      return apply(sent);
    } catch (error) {
      if (REFUSALS.some((refusal) => error instanceof refusal))
        return { kind: 'refused', refusal: error as Refusal };
      throw error;
    }
  });
  return {
    outcomes,
    changes: [...results.values()].map((after) => ({ before: originals.get(after.id), after })),
    bodiesToRemember: [...bodiesToRemember.values()].filter(({ id }) => !results.has(id)),
  };
}
