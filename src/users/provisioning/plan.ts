import type { Refusal } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { IdentityConflict } from '../../errors/users.errors.js';
import type { Warning } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import { type Directory, type Match, type MatchedBy } from '../matching/candidate-index.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Passing } from '../deprovisioning-limits/weigh.js';
import { blankUser, merge } from '../model/merge.js';
import { hasIdForm, type IdPrefix, prefixFor } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';

/** A person as somebody sent them. */
export interface SentPerson {
  readonly person: CreateUpdateUserDto;
  /** The body to the letter, by which a repetition is recognised; absent when there was none. */
  readonly text?: string;
  /** The request that it came with, where requests share a batch; else that of the scope. */
  readonly requestId?: string;
}

/** What recognises a body that leaves somebody in the state of this time. */
export type HashBody = (updatedAt: Date, text: string) => Buffer;

/** What became of one person of a batch. */
export type Outcome =
  | {
      readonly kind: 'inserted' | 'updated' | 'unchanged';
      readonly user: User;
      readonly matchedBy: MatchedBy | null;
      /** Empty for somebody new. */
      readonly changed: readonly string[];
      readonly warnings: readonly Warning[];
      /** Under which the de-provisioning waits for an administrator; null in a dry run, where a new one has no id. */
      readonly holdId?: string | null;
      /** Which waited, and does not any more because this person is said to be active; null as above. */
      readonly withdrawnId?: string | null;
      /** Thresholds of the guard that this person is beyond since just now, whether they are held or go. */
      readonly beyond?: readonly Passing[];
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A stored person before and after; `before` is undefined for somebody new. */
export interface UserChange {
  readonly before: User | undefined;
  readonly after: User;
  /** The request that made it, where requests share a batch; else that of the scope. */
  readonly requestId?: string;
}

export interface Plan {
  /** One per person, in input order. */
  readonly outcomes: readonly Outcome[];
  /** What must be written, net: one entry per ID, in the order of first change. */
  readonly changes: readonly UserChange[];
  /** People who did not change, of whom another body is to be recognised from now on. */
  readonly recognisable: readonly User[];
}

/** Hands out the next free ID; each call another one. */
export type TakeId = (prefix: IdPrefix) => string;

interface Target {
  readonly before: User;
  readonly isNew: boolean;
  readonly matchedBy: MatchedBy | null;
  readonly legacyNumber: string | null;
  readonly warnings: readonly Warning[];
}

function recognise(match: Match, person: CreateUpdateUserDto, directory: Directory): Target {
  const { user, by } = match;
  const owner = directory.ownerOf(person.email);
  if (owner !== undefined && owner.id !== user.id) throw new IdentityConflict('email', user.id, owner.id);
  const target = { before: user, isNew: false, matchedBy: by, legacyNumber: user.legacyNumber, warnings: [] };
  const { externalId } = person;
  if (by !== 'email' || externalId === undefined || externalId === null) return target;
  if (!hasIdForm(externalId)) return { ...target, legacyNumber: externalId };
  const message = `No user has the ID ${externalId}; the user with this e-mail address, ${user.id}, was updated`;
  return { ...target, warnings: [{ field: 'externalId', code: 'EXTERNAL_ID_NOT_FOUND', message }] };
}

function introduce(scope: Scope, person: CreateUpdateUserDto, takeId: TakeId, now: Date): Target {
  const { externalId = null, accountType } = person;
  const prefix = prefixFor(accountType);
  const brings = externalId !== null && hasIdForm(externalId);
  if (brings && !externalId.startsWith(prefix)) {
    const message = `externalId ${externalId} has the form of an ID for ${prefix === '950' ? 'Faculty and Staff' : 'a Student'}, and accountType is ${accountType}`;
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
 * Decides what each person of a batch means, in input order, so that the same person twice works: the second row meets
 * the first row's result. Nothing is written here.
 * @param hashBody absent where nothing is to be recognised later
 */
export function planBatch(
  scope: Scope,
  people: readonly SentPerson[],
  directory: Directory,
  takeId: TakeId,
  now: Date,
  hashBody?: HashBody,
): Plan {
  const originals = new Map<string, User | undefined>();
  const results = new Map<string, User>();
  const recognisable = new Map<string, User>();
  const named = new Set(people.map(({ person }) => person.externalId));
  // An ID that a row of this batch names belongs to that row's person, whichever of the two comes first.
  const takeUnnamedId: TakeId = (prefix) => {
    let id = takeId(prefix);
    while (named.has(id)) id = takeId(prefix);
    return id;
  };

  const apply = ({ person, text }: SentPerson): Outcome => {
    const match = directory.match(person);
    const target =
      match === undefined
        ? introduce(scope, person, takeUnnamedId, now)
        : recognise(match, person, directory);
    const { after, changed, warnings } = merge(scope, target.before, person, target.legacyNumber, now);
    // Of a body with warnings each repetition warns again, and one may match somebody else when others have changed.
    const isSettled = target.warnings.length === 0 && warnings.length === 0 && text !== undefined;
    const bodyHash = isSettled ? (hashBody?.(after.updatedAt, text) ?? null) : null;
    if (changed.length > 0 || target.isNew) {
      after.bodyHash = bodyHash;
      if (!originals.has(after.id)) originals.set(after.id, target.isNew ? undefined : target.before);
      results.set(after.id, after);
      directory.put(after);
    } else if (bodyHash !== null && after.bodyHash?.equals(bodyHash) !== true) {
      const result = results.get(after.id) ?? after;
      result.bodyHash = bodyHash;
      if (result === after) recognisable.set(after.id, after);
      directory.put(result);
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
      if (error instanceof ValidationFailed || error instanceof IdentityConflict)
        return { kind: 'refused', refusal: error };
      throw error;
    }
  });
  return {
    outcomes,
    changes: [...results.values()].map((after) => ({ before: originals.get(after.id), after })),
    recognisable: [...recognisable.values()].filter(({ id }) => !results.has(id)),
  };
}
