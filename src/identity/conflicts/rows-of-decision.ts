import type { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import type { FieldChange } from '../../users/model/field-changes.js';
import { fieldValue, PROFILE, sameAs } from '../../users/model/field-values.js';
import { rowBefore, withValues } from '../../users/model/former-values.js';
import type { QuestionKind, SentPerson } from '../../users/model/outcome.js';
import { emailKeyOf, hasIdForm } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import type { Decision, Effect, IdentityConflictEntry, SentRow } from './identity-conflict.entity.js';

/** Where the address or number is the conflict, a new person could not have it; one who was erased stays so. */
export function decisionsOn(kind: QuestionKind): readonly Decision[] {
  if (kind === 'erased') return ['ignore'];
  return kind === 'possible_reassignment'
    ? ['same_person', 'another_person', 'ignore']
    : ['same_person', 'ignore'];
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
function withoutNumber(person: CreateUpdateUserDto): CreateUpdateUserDto {
  const row = { ...person };
  delete row.externalId;
  return row;
}

/** The fields that a row names, without the number. */
function fieldsIn({ externalId, facultyProfile, ...others }: CreateUpdateUserDto): string[] {
  return [...Object.keys(others), ...Object.keys(facultyProfile ?? {}).map((part) => `${PROFILE}${part}`)];
}

/**
 * The other person whose rows were applied: what was sent, with the values of now. Approved values of the former user,
 * which the rows did not change, are not theirs.
 * @param changes what the rows have changed
 */
export function asSuccessor(
  person: CreateUpdateUserDto,
  user: User,
  changes: readonly FieldChange[],
): CreateUpdateUserDto {
  const changed = changes.map(({ field }) => field).filter((field) => field !== 'legacyNumber');
  const sent = fieldsIn(person).filter((field) => user.awaitingSource?.[field] === undefined);
  const fields = [...new Set([...changed, ...sent])];
  return withValues(
    person,
    fields.map((field) => ({ field, value: fieldValue(user, field) })),
  );
}

/** Whether the number can move to a new person: an ID stays with its user, and a decision gives it another meaning. */
export function movesNumber({ subject }: Pick<IdentityConflictEntry, 'subject'>): boolean {
  return !hasIdForm(subject);
}

function samePerson(
  { kind, subject }: IdentityConflictEntry,
  { person, namedUser, intent }: SentRow,
  { id: userId, email }: User,
): SentPerson[] {
  if (kind === 'number_taken') return [{ person: withoutNumber(person), userId, intent }];
  if (kind === 'adopt_by_email')
    return [{ person: hasIdForm(subject) ? withoutNumber(person) : person, userId, intent }];
  const row = namedUser ? person : withoutNumber(person);
  if (kind !== 'email_taken') return [{ person: row, userId, intent }];
  return [{ person: { ...row, email }, userId, intent: { ...intent, keepsEmail: true } }];
}

/**
 * The former user gives up what is another person's, then the new one is made.
 * @param changes what the rows of the other person have changed; null where none was applied
 */
function anotherPerson(
  conflict: IdentityConflictEntry,
  { person }: SentRow,
  user: User,
  changes: readonly FieldChange[] | null,
): SentPerson[] {
  const successor = changes === null ? person : asSuccessor(person, user, changes);
  if (movesNumber(conflict)) {
    const others = (changes ?? []).filter(({ field }) => field !== 'legacyNumber');
    const former = rowBefore(user, others);
    return [{ ...former, person: { ...former.person, externalId: null } }, { person: successor }];
  }
  const rows = [{ person: withoutNumber(successor) }];
  return changes === null ? rows : [rowBefore(user, changes), ...rows];
}

/**
 * The rows that a decision provisions; none when it only answers. A row of the same person that was applied needs none.
 * @param changes as in {@link anotherPerson}
 */
export function rowsOf(
  conflict: IdentityConflictEntry,
  user: User,
  decision: Decision,
  changes: readonly FieldChange[] | null,
): SentPerson[] {
  const { sent } = conflict;
  if (decision === 'ignore' || sent === null) return [];
  if (decision === 'another_person') return anotherPerson(conflict, sent, user, changes);
  return changes === null ? samePerson(conflict, sent, user) : [];
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
  const back = known
    .filter(({ effect }) => !effect.isNew)
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
