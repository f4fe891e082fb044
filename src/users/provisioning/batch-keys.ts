import type { Refusal } from '../../errors/refusal.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Outcome, Plan, SentPerson, UserChange } from '../model/outcome.js';
import type { Program } from '../model/program.entity.js';
import type { User } from '../model/user.entity.js';
import { emailKeyOf, hasIdForm, ID_PREFIXES, type IdPrefix, prefixFor } from '../model/user-ids.js';
import type { CandidateKeys } from '../model/users.repository.js';

/** Only calls of the same caller and run share a transaction, because its rows name both. */
export function laneOf({ tenantId, actor, address = '', run = '' }: Scope): string {
  return `${tenantId} ${actor} ${address} ${run}`;
}

/** The keys by which the people of a batch may be found. */
export function keysOf(people: readonly SentPerson[]): CandidateKeys {
  const externalIds = people
    .flatMap(({ person, userId }) => [person.externalId, userId])
    .filter((id): id is string => typeof id === 'string');
  return {
    externalIds: [...new Set(externalIds)],
    emailKeys: [...new Set(people.map(({ person }) => emailKeyOf(person.email)))],
  };
}

/** The programs that these people name and did not name before. */
export function programsOf(changes: readonly UserChange[]): Program[] {
  const programs = new Map<string, Program>();
  for (const { before, after } of changes) {
    const { tenantId, programId, schoolProgram, updatedAt } = after;
    if (programId === null || programId === before?.programId) continue;
    programs.set(programId, { tenantId, programId, name: schoolProgram ?? programId, createdAt: updatedAt });
  }
  return [...programs.values()].sort((one, other) => (one.programId < other.programId ? -1 : 1));
}

/**
 * Whether a unique index refuses these people if one of them is stored already. It does not when two of them share a
 * key, because the second changes the first, nor when an externalId is an ID, which may be another user's legacyNumber
 * too. People who were found stored need no attempt to tell.
 */
export function canInsertUnseen(people: readonly SentPerson[]): boolean {
  if (people.some(({ isStored }) => isStored === true)) return false;
  const { externalIds, emailKeys } = keysOf(people);
  const named = people.filter(({ person }) => typeof person.externalId === 'string').length;
  return emailKeys.length === people.length && externalIds.length === named && !externalIds.some(hasIdForm);
}

/** How many IDs these people need if all of them are new. */
export function idsNeeded(people: readonly SentPerson[]): Record<IdPrefix, number> {
  const count = { '950': 0, '951': 0 };
  for (const { person } of people) count[prefixFor(person.accountType)] += 1;
  return count;
}

/** IDs for a plan that is not written: all different, none real. */
export class PlaceholderIds {
  /** How many IDs were taken. */
  readonly count: Record<IdPrefix, number> = { '950': 0, '951': 0 };

  readonly take = (prefix: IdPrefix): string => `${prefix}?${(this.count[prefix] += 1)}`;
}

/** Adds the IDs that the rows name to those that are needed, because a plan skips these. */
export function withNamedIds(
  count: Readonly<Record<IdPrefix, number>>,
  people: readonly SentPerson[],
): Record<IdPrefix, number> {
  const need = { ...count };
  for (const prefix of ID_PREFIXES) {
    const named = people.filter(({ person }) => person.externalId?.startsWith(prefix)).length;
    if (need[prefix] > 0) need[prefix] += named;
  }
  return need;
}

/** The IDs of people whose former address or number another person of the batch gets. */
export function handingOver(changes: readonly UserChange[]): string[] {
  const keys = ({ emailKey, legacyNumber }: User): string[] => [
    `email ${emailKey}`,
    ...(legacyNumber === null ? [] : [`number ${legacyNumber}`]),
  ];
  const owners = new Map(changes.flatMap(({ after }) => keys(after).map((key) => [key, after.id] as const)));
  return changes.flatMap(({ before }) =>
    before !== undefined && keys(before).some((key) => (owners.get(key) ?? before.id) !== before.id)
      ? [before.id]
      : [],
  );
}

/** The changes, each with the request of the last row that contributed to it. */
export function withRequests(
  { outcomes, changes }: Plan,
  people: readonly SentPerson[],
): readonly UserChange[] {
  if (people[0]?.requestId === undefined) return changes;
  const requestOf = new Map<User, string | undefined>();
  outcomes.forEach((outcome, row) => {
    if (outcome.kind === 'inserted' || outcome.kind === 'updated')
      requestOf.set(outcome.user, people[row]?.requestId);
  });
  return changes.map((change) => {
    const requestId = requestOf.get(change.after);
    return requestId === undefined ? change : { ...change, requestId };
  });
}

/** The outcomes of all people, in their order. @param others of those who were not refused */
export function withRefusals(
  people: readonly SentPerson[],
  refusals: ReadonlyMap<SentPerson, Refusal>,
  others: readonly Outcome[],
): readonly Outcome[] {
  if (refusals.size === 0) return others;
  const rest = others.values();
  return people.flatMap((one): readonly Outcome[] => {
    const refusal = refusals.get(one);
    if (refusal !== undefined) return [{ kind: 'refused', refusal }];
    const { value } = rest.next();
    return value === undefined ? [] : [value];
  });
}
