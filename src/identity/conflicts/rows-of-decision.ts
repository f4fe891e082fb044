import { OwnerIsActive } from '../../errors/users.errors.js';
import type { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import type { FieldChange } from '../../users/model/fields/field-changes.js';
import { fieldValue, PROFILE, sameAs } from '../../users/model/fields/field-values.js';
import {
  rowBefore,
  withoutAddress,
  withoutNumber,
  withValues,
} from '../../users/model/fields/former-values.js';
import type { QuestionKind, SentPerson } from '../../users/model/outcome.js';
import { emailKeyOf, hasIdForm } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import type { AppliedChanges } from './applied-rows.js';
import type { Effect, IdentityConflictEntry, SentRow } from './identity-conflict.entity.js';
import { type Decision, DECISIONS } from './decision.js';

/** The people of a conflict as they are stored. */
export interface Involved {
  readonly user: User;
  /** Who has the address or the number. */
  readonly owner?: User;
}

/** A person who was erased stays so. */
export function decisionsOn(kind: QuestionKind): readonly Decision[] {
  return kind === 'erased' ? ['ignore'] : DECISIONS;
}

/** Whether it can be decided: one that was taken back only where its row was applied and so is not asked again. */
export function isDecidable({ status, sent }: Pick<IdentityConflictEntry, 'status' | 'sent'>): boolean {
  return status === 'open' || (status === 'taken_back' && sent !== null);
}

/** The decisions that there are on a conflict as it stands; nothing can be applied of a row that is forgotten. */
export function offeredOn(
  conflict: Pick<IdentityConflictEntry, 'kind' | 'status' | 'sent'>,
): readonly Decision[] {
  if (!isDecidable(conflict)) return [];
  return conflict.sent === null ? ['ignore'] : decisionsOn(conflict.kind);
}

/** The row without its externalId, for a user who is named. */
function numberless(person: CreateUpdateUserDto): CreateUpdateUserDto {
  const row = { ...person };
  delete row.externalId;
  return row;
}

/** The fields that a row names, without the number. */
function fieldsIn({ externalId, facultyProfile, ...others }: CreateUpdateUserDto): string[] {
  return [...Object.keys(others), ...Object.keys(facultyProfile ?? {}).map((part) => `${PROFILE}${part}`)];
}

/** Whether the row found its user by address. */
function isByAddress({ kind, sent }: Pick<IdentityConflictEntry, 'kind' | 'sent'>): boolean {
  return kind === 'adopt_by_email' || sent?.matchedBy === 'email';
}

/**
 * The other person whose rows were applied: what was sent, with the values of now. Approved values of the former user,
 * which the rows did not change, are not theirs, and neither is the status of a former user who has left since.
 */
export function asSuccessor(
  conflict: Pick<IdentityConflictEntry, 'kind' | 'sent'>,
  person: CreateUpdateUserDto,
  user: User,
  { changes, hasLeftSince }: AppliedChanges,
): CreateUpdateUserDto {
  const own = isByAddress(conflict) && hasLeftSince ? ['legacyNumber', 'accountStatus'] : ['legacyNumber'];
  const changed = changes.map(({ field }) => field);
  const sent = fieldsIn(person).filter((field) => user.awaitingSource?.[field] === undefined);
  const fields = [...new Set([...changed, ...sent])].filter((field) => !own.includes(field));
  return withValues(
    person,
    fields.map((field) => ({ field, value: fieldValue(user, field) })),
  );
}

/** Whether another person gets the ID as a meaning of the externalId: an ID stays with its user, a number moves. */
export function movesMeaning(conflict: Pick<IdentityConflictEntry, 'kind' | 'subject' | 'sent'>): boolean {
  return conflict.kind === 'possible_reassignment' && !isByAddress(conflict) && hasIdForm(conflict.subject);
}

/**
 * What the owner gives up, and then the row. An address or number goes from a user who has left; one who is active is
 * not left without.
 * @throws {OwnerIsActive}
 */
function handedOver(row: SentPerson, owner: User, giveUp: (owner: User) => SentPerson): SentPerson[] {
  if (owner.accountStatus === 'active') throw new OwnerIsActive(owner.id);
  return [giveUp(owner), row];
}

function samePerson(
  conflict: IdentityConflictEntry,
  { person, namedUser, intent }: SentRow,
  { user, owner }: Involved,
): SentPerson[] {
  const { kind, subject } = conflict;
  const { id: userId, email } = user;
  if (kind === 'number_taken') return [{ person: numberless(person), userId, intent }];
  if (isByAddress(conflict))
    return [{ person: hasIdForm(subject) ? numberless(person) : person, userId, intent }];
  const row = namedUser ? person : numberless(person);
  if (kind !== 'email_taken') return [{ person: row, userId, intent }];
  // Records that were merged: the one that is left over is inactive.
  if (owner?.accountStatus === 'inactive')
    return handedOver({ person: row, userId, intent }, owner, withoutAddress);
  return [{ person: { ...row, email }, userId, intent: { ...intent, keepsEmail: true } }];
}

/**
 * The former user gives up what is another person's, then the new one is made.
 * @param applied what the rows of the other person have changed; null where none was applied
 * @throws {OwnerIsActive}
 */
function anotherPerson(
  conflict: IdentityConflictEntry,
  { person, namedUser, intent }: SentRow,
  { user, owner }: Involved,
  applied: AppliedChanges | null,
): SentPerson[] {
  if (owner !== undefined) {
    const giveUp = conflict.kind === 'email_taken' ? withoutAddress : withoutNumber;
    const row = namedUser ? person : numberless(person);
    return handedOver({ person: row, userId: user.id, intent }, owner, (one) => giveUp(one));
  }
  const successor = applied === null ? person : asSuccessor(conflict, person, user, applied);
  if (isByAddress(conflict))
    return [withoutAddress(user, formerValues(user, applied)), { person: successor }];
  const changes = applied?.changes ?? [];
  if (!movesMeaning(conflict)) return [withoutNumber(user, changes), { person: successor }];
  const rows = [{ person: numberless(successor) }];
  return applied === null ? rows : [rowBefore(user, changes), ...rows];
}

/**
 * What the former user of an address gets back.
 * @throws {OwnerIsActive} when that includes the access
 */
function formerValues({ id, accountStatus }: User, applied: AppliedChanges | null): readonly FieldChange[] {
  const changes = applied?.changes ?? [];
  const isStatus = ({ field }: FieldChange): boolean => field === 'accountStatus';
  if (applied?.hasLeftSince === true) return changes.filter((change) => !isStatus(change));
  const restored = changes.find(isStatus)?.before ?? accountStatus;
  if (restored === 'active') throw new OwnerIsActive(id);
  return changes;
}

/**
 * The rows that a decision provisions; none when it only answers. A row of the same person that was applied needs none.
 * @param applied as in {@link anotherPerson}
 * @throws {OwnerIsActive} when an active user would be left without address or number
 */
export function rowsOf(
  conflict: IdentityConflictEntry,
  people: Involved,
  decision: Decision,
  applied: AppliedChanges | null,
): SentPerson[] {
  const { sent } = conflict;
  if (decision === 'ignore' || sent === null) return [];
  if (decision === 'another_person') return anotherPerson(conflict, sent, people, applied);
  return applied === null ? samePerson(conflict, sent, people) : [];
}

/**
 * The rows that take a decision back. A new user stays, because an ID is never used again: de-provisioned, without the
 * number, and with the address, which its former owner does not get back.
 */
export function rowsBack(effects: readonly Effect[], people: ReadonlyMap<string, User>): SentPerson[] {
  const known = effects.flatMap((effect) => {
    const user = people.get(effect.userId);
    return user === undefined ? [] : [{ effect, user }];
  });
  const made = known.filter(({ effect }) => effect.isNew).map(({ user }) => user);
  const addresses = new Set(made.map(({ emailKey }) => emailKey));
  // Who got a number gives it back before its former owner has it again.
  const back = known
    .filter(({ effect }) => !effect.isNew)
    .toReversed()
    .map(({ effect: { fields }, user }) => {
      const isTaken = ({ field, before }: FieldChange): boolean =>
        field === 'email' && typeof before === 'string' && addresses.has(emailKeyOf(before));
      return rowBefore(
        user,
        fields.filter((change) => !isTaken(change)),
      );
    });
  const leaving = made.map((user) => ({
    person: { ...sameAs(user), accountStatus: 'inactive' as const, externalId: null },
    userId: user.id,
    intent: { kind: 'restoration', awaited: {} } as const,
  }));
  return [...leaving, ...back];
}
