import { ValidationFailed } from '../../errors/request.errors.js';
import {
  AddressNamedTwice,
  AdoptionRefused,
  IdentityConflict,
  UserNotFound,
} from '../../errors/users.errors.js';
import type { Warning } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Intent } from '../model/awaiting-source/awaited-field.js';
import { keepsValue } from '../model/awaiting-source/awaiting-source.js';
import { blankUser } from '../model/fields/merge.js';
import type { MatchedBy, TakeId } from '../model/outcome.js';
import { hasIdForm, prefixFor } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import type { CandidateIndex, Match } from './candidate-index.js';
import type { RowQuestions } from './questions.js';
import { addressMayBeReassigned, numberMayBeReassigned } from './reassignment.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** What a row is matched against. */
interface Context {
  readonly scope: Scope;
  readonly candidates: CandidateIndex;
  readonly ask: RowQuestions;
  readonly now: Date;
  readonly intent: Intent;
  /** Of the row; see `SentPerson`. */
  readonly isOtherAccount: boolean;
  /** By the IDs of users: the keys of the stored addresses that they give up in this batch. */
  readonly leaving: ReadonlyMap<string, string>;
  /** Whether another row of the upload names the user, or has the address, with another externalId. */
  readonly isOfAnother: (user: User, email: string, externalId: string) => boolean;
}

/** The person whom a row is about, and what it changes. */
export interface Target {
  readonly before: User;
  readonly isNew: boolean;
  readonly matchedBy: MatchedBy | null;
  readonly legacyNumber: string | null;
  /** What is merged: what was sent, without an address that a decision leaves with another person. */
  readonly person: CreateUpdateUserDto;
  /** Whether the address in `person` is the stored one instead of what was sent. */
  readonly keepsEmail: boolean;
  readonly warnings: readonly Warning[];
  /** Whether the same row would mean something else without a decision. */
  readonly dependsOnDecision: boolean;
  /** Whether nothing is applied until an administrator has decided. */
  readonly isPending: boolean;
}

/** Values by which a row shows that it is about another person. */
const IDENTIFYING = ['email', 'firstName', 'lastName'] as const;

const SETTLED = { keepsEmail: false, warnings: [], dependsOnDecision: false, isPending: false } as const;

function keepsFormer(
  { before, person }: Target,
  field: (typeof IDENTIFYING)[number],
  { scope, now, intent }: Context,
): boolean {
  return keepsValue(scope, before, { person, intent }, field, now);
}

function emailKept(user: User, owner: User): Warning {
  const message =
    `By an administrator's decision the e-mail address stays with user ${owner.id}, and that of user ${user.id} ` +
    'stays as it is';
  return { field: 'email', code: 'EMAIL_OF_ANOTHER_USER', message };
}

function numberKept(user: User, owner: User): Warning {
  const message =
    `By an administrator's decision the externalId stays with user ${owner.id}, and that of user ${user.id} ` +
    'stays as it is';
  return { field: 'externalId', code: 'NUMBER_OF_ANOTHER_USER', message };
}

/**
 * The target with the address that was sent, unless it belongs to another user.
 * @throws {IdentityConflict} when it does, and no decision says that the rest applies nevertheless
 */
function withFreeEmail(target: Target, subject: string, context: Context): Target {
  const { candidates, ask, leaving } = context;
  const { before: user, person } = target;
  const owner = candidates.ownerOf(person.email);
  const isFree = owner === undefined || owner.id === user.id || leaving.get(owner.id) === owner.emailKey;
  if (isFree || keepsFormer(target, 'email', context)) return target;
  if (!ask.saysSamePerson({ kind: 'email_taken', subject, user, owner }))
    throw new IdentityConflict('email', user.id, owner.id);
  return {
    ...target,
    person: { ...person, email: user.email },
    keepsEmail: true,
    warnings: [...target.warnings, emailKept(user, owner)],
    dependsOnDecision: true,
  };
}

/**
 * The target of a row that was found by address.
 * @throws {AdoptionRefused} when the settings and no decision let the externalId find the user by address
 * @throws {AddressNamedTwice} when another row of the upload has the address, or names the user, by another externalId
 */
function adopted(target: Target, externalId: string, context: Context): Target {
  const { scope, ask } = context;
  const { before: user, person } = target;
  const { adoptByEmail } = scope.tenant;
  const isAllowed = adoptByEmail === 'always' || (adoptByEmail === 'unlinked' && user.legacyNumber === null);
  const isAsked = !isAllowed || context.isOfAnother(user, person.email, externalId);
  if (isAsked && !ask.saysSamePerson({ kind: 'adopt_by_email', subject: externalId, user }))
    throw adoptByEmail !== 'always' && !isAllowed
      ? new AdoptionRefused(adoptByEmail, user.id)
      : new AddressNamedTwice(user.id);
  const found = { ...target, dependsOnDecision: isAsked };
  const adoption = hasIdForm(externalId)
    ? withUnknownId(found, externalId)
    : { ...found, legacyNumber: externalId };
  return isAsked ? adoption : ofProbablyOne(adoption, externalId, context);
}

function withUnknownId(target: Target, externalId: string): Target {
  const { id } = target.before;
  const message = `No user has the ID ${externalId}; the user with this e-mail address, ${id}, was updated`;
  return { ...target, warnings: [{ field: 'externalId', code: 'EXTERNAL_ID_NOT_FOUND', message }] };
}

function reassigned({ before: user, matchedBy }: Target, externalId: string): Warning {
  const code = 'POSSIBLE_REASSIGNMENT';
  if (matchedBy === 'email') {
    const message =
      `The e-mail address may have been given to another person: what was sent differs from user ${user.id}, who ` +
      'was updated';
    return { field: 'email', code, message };
  }
  const message =
    `The externalId ${externalId} may have been given to another person: names, e-mail address and entry differ ` +
    `from those of user ${user.id}, who was updated`;
  return { field: 'externalId', code, message };
}

/**
 * The target, with what the setting says about an ID, a number or an address that was probably given to another person.
 * @param subject the externalId that was sent; the ID of the user for a row without one
 */
function ofProbablyOne(target: Target, subject: string, context: Context): Target {
  const { scope, ask } = context;
  const { before: user, person, matchedBy } = target;
  const { possibleReassignment } = scope.tenant;
  const mayBeReassigned =
    matchedBy === 'email'
      ? addressMayBeReassigned(person, user, context.isOtherAccount)
      : numberMayBeReassigned(person, user);
  if (possibleReassignment === 'off' || !mayBeReassigned) return target;
  // A source that does not know of an approved value still speaks of the same person.
  if (IDENTIFYING.some((field) => keepsFormer(target, field, context))) return target;
  const byAddress = matchedBy === 'email' ? { matchedBy } : {};
  if (ask.saysSamePerson({ kind: 'possible_reassignment', subject, user, ...byAddress }))
    return { ...target, dependsOnDecision: true };
  if (possibleReassignment === 'hold') return { ...target, isPending: true };
  return { ...target, warnings: [...target.warnings, reassigned(target, subject)] };
}

/**
 * The target of a row that was matched (contract, 2.4 and 11).
 * @throws {IdentityConflict} and {@link AdoptionRefused} when another user is in the way; the question is asked
 */
export function targetOfMatch(match: Match, person: CreateUpdateUserDto, context: Context): Target {
  const { user, by } = match;
  const { externalId = null } = person;
  const { legacyNumber } = user;
  const target = { ...SETTLED, before: user, isNew: false, matchedBy: by, legacyNumber, person };
  if (by === 'email')
    return externalId === null
      ? ofProbablyOne(target, user.id, context)
      : adopted(target, externalId, context);
  if (externalId === null) return target;
  const isByDecision = context.candidates.decisions.meaningOf(externalId) !== undefined;
  const found = { ...target, dependsOnDecision: isByDecision };
  return ofProbablyOne(withFreeEmail(found, externalId, context), externalId, context);
}

/** The target of a row that names its user: no other user may have the address or the number that is sent. */
export function targetOfKnown(userId: string, person: CreateUpdateUserDto, context: Context): Target {
  const { candidates, ask } = context;
  const user = candidates.byId(userId);
  if (user === undefined) throw new UserNotFound();
  const known = { ...SETTLED, before: user, isNew: false, matchedBy: 'id', person } as const;
  const target = withFreeEmail({ ...known, legacyNumber: user.legacyNumber }, userId, context);
  const { externalId } = person;
  if (externalId === undefined) return target;
  if (externalId === null) return { ...target, legacyNumber: null };
  if (hasIdForm(externalId)) {
    const rule = sentence('{externalId} has the form of an ID, and no legacyNumber has it', { externalId });
    throw new ValidationFailed([problemIn('externalId', 'idType', rule)]);
  }
  const owner = candidates.ownerOfNumber(externalId);
  if (owner === undefined || owner.id === user.id) return { ...target, legacyNumber: externalId };
  if (!ask.saysSamePerson({ kind: 'number_taken', subject: userId, user, owner }))
    throw new IdentityConflict('externalId', user.id, owner.id);
  return { ...target, warnings: [...target.warnings, numberKept(user, owner)], dependsOnDecision: true };
}

/** @throws {ValidationFailed} when the externalId is an ID of another account type */
export function targetOfNewcomer(
  scope: Scope,
  person: CreateUpdateUserDto,
  takeId: TakeId,
  now: Date,
): Target {
  const { externalId = null, accountType } = person;
  const prefix = prefixFor(accountType);
  const brings = externalId !== null && hasIdForm(externalId);
  if (brings && !externalId.startsWith(prefix)) {
    const values = { externalId, accountType };
    const rule =
      prefix === '950'
        ? sentence(
            '{externalId} has the form of an ID for Faculty and Staff, and accountType is {accountType}',
            values,
          )
        : sentence(
            '{externalId} has the form of an ID for a Student, and accountType is {accountType}',
            values,
          );
    throw new ValidationFailed([problemIn('externalId', 'idType', rule)]);
  }
  const id = brings ? externalId : takeId(prefix);
  const legacyNumber = brings ? null : externalId;
  const before = blankUser(scope.tenantId, id, legacyNumber, now);
  return { ...SETTLED, before, isNew: true, matchedBy: null, legacyNumber, person };
}
