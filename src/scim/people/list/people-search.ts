import type { Predicate } from '../../filter/predicate.js';
import type { PersonKey } from '../people-reader.js';
import type { Seen } from '../people.repository.js';
import { isObject, type Resource, valueIn } from '../../schema/resource.js';
import type { Sort } from '../../listing/list-request.js';
import type { PersonLookUp } from './person-look-ups.js';

/** What a list of people is ordered by. */
export function sortKeyOf(resource: Resource, sort: Sort): string {
  const value = sort
    .split('.')
    .reduce<unknown>((inner, name) => (isObject(inner) ? valueIn(inner, name) : undefined), resource);
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** The keys of these look-ups; undefined when they may find more people than one statement should read. */
export function keysOf(lookUps: readonly PersonLookUp[], most: number): PersonKey[] | undefined {
  const keys: PersonKey[] = [];
  for (const { kind, value } of lookUps) {
    if (kind === 'externalId' || kind === 'displayName') return undefined;
    keys.push({ kind, value });
    // A person whom the connection has no link to is called by the address.
    if (kind === 'userName') keys.push({ kind: 'email', value });
  }
  return keys.length > most ? undefined : keys;
}

/** The keys of the userNames among these look-ups. */
export function namesAmong(lookUps: readonly PersonLookUp[]): PersonKey[] {
  return lookUps.flatMap(({ kind, value }) => (kind === 'userName' ? [{ kind, value }] : []));
}

/** The keys of the userNames by which the connection calls these people. */
export function linkedNamesOf(people: readonly Seen[]): ReadonlySet<string> {
  return new Set(people.flatMap(({ link }) => link?.userNameKey ?? []));
}

/** Says whether people meet a filter. */
export class Matcher {
  /**
   * @param predicate of the filter; all people meet none
   * @param linkedNames the keys of userNames by which the connection calls people
   */
  constructor(
    private readonly predicate: Predicate | undefined,
    private readonly linkedNames: ReadonlySet<string> = new Set(),
  ) {}

  /** A person who is called by the address is not found by it when the connection calls another one so. */
  meets({ user, link }: Seen, resource: Resource): boolean {
    if (this.predicate === undefined) return true;
    const isOthers = link === undefined && this.linkedNames.has(user.emailKey);
    return this.predicate(isOthers ? { ...resource, userName: undefined } : resource);
  }
}
