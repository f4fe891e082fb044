import { emailKeyOf } from '../../users/model/user-ids.js';
import type { AttributeName, Comparison, Filter } from '../filter/filter.js';
import { GROUP } from '../schema/urns.js';
import type { GroupPoint } from './groups.repository.js';

const MEMBERS = 'members';

/** The dotted name of an attribute of groups, in lower case; undefined for one of another schema. */
function nameOf({ urn, name, sub }: AttributeName): string | undefined {
  if (urn !== undefined && urn.toLowerCase() !== GROUP.toLowerCase()) return undefined;
  return [name, sub].filter(Boolean).join('.').toLowerCase();
}

function isMembers(attribute: AttributeName): boolean {
  const name = nameOf(attribute);
  return name === MEMBERS || name?.startsWith(`${MEMBERS}.`) === true;
}

function pointOf({ attribute, operator, value }: Comparison): GroupPoint | undefined {
  if (operator !== 'eq' || typeof value !== 'string') return undefined;
  switch (nameOf(attribute)) {
    case 'id':
      return { kind: 'id', value };
    case 'displayname':
      return { kind: 'displayNameKey', value: emailKeyOf(value) };
    case 'externalid':
      return { kind: 'externalId', value };
    case MEMBERS:
    case `${MEMBERS}.value`:
      return { kind: 'member', value };
    default:
      return undefined;
  }
}

/** The ID that one of the members must have. */
function memberIn(of: Filter): string | undefined {
  if (of.kind === 'and') return of.of.map(memberIn).find((id) => id !== undefined);
  const isId = of.kind === 'compare' && of.operator === 'eq' && nameOf(of.attribute) === 'value';
  return isId && typeof of.value === 'string' ? of.value : undefined;
}

/** A person may be in many groups, and an externalId may be that of several. */
function weightOf(points: readonly GroupPoint[]): number {
  const weights = { id: 1, displayNameKey: 1, externalId: 2, member: 10 };
  return points.reduce((sum, { kind }) => sum + weights[kind], 0);
}

/**
 * Points one of which every group has that meets the filter; undefined when there are none. Of the conditions of an
 * `and` one is enough, of those of an `or` all are needed.
 */
export function groupPointsOf(filter: Filter): readonly GroupPoint[] | undefined {
  switch (filter.kind) {
    case 'compare': {
      const point = pointOf(filter);
      return point === undefined ? undefined : [point];
    }
    case 'some': {
      const value = nameOf(filter.attribute) === MEMBERS ? memberIn(filter.of) : undefined;
      return value === undefined ? undefined : [{ kind: 'member', value }];
    }
    case 'and': {
      const all = filter.of.map(groupPointsOf).filter((points) => points !== undefined);
      return all.sort((one, other) => weightOf(one) - weightOf(other))[0];
    }
    case 'or': {
      const all = filter.of.map(groupPointsOf);
      return all.every((points) => points !== undefined) ? all.flat() : undefined;
    }
    default:
      return undefined;
  }
}

function together(lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  return lists.every((one) => one !== undefined) ? lists.flat() : undefined;
}

/** The IDs of conditions in brackets that are equalities alone. */
function namedWithin(of: Filter): string[] | undefined {
  if (of.kind === 'and' || of.kind === 'or') return together(of.of.map(namedWithin));
  const value = memberIn(of);
  return value === undefined ? undefined : [value];
}

/** The people by whom alone a filter tells groups apart, where it asks for members; undefined when it asks for any. */
export function membersAskedBy(filter: Filter): readonly string[] | undefined {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return together(filter.of.map(membersAskedBy));
    case 'not':
      return membersAskedBy(filter.of);
    case 'some':
      return isMembers(filter.attribute) ? namedWithin(filter.of) : [];
    case 'present':
      return isMembers(filter.attribute) ? undefined : [];
    case 'compare': {
      if (!isMembers(filter.attribute)) return [];
      const { operator } = filter;
      const point =
        operator === 'eq' || operator === 'ne' ? pointOf({ ...filter, operator: 'eq' }) : undefined;
      return point === undefined ? undefined : [point.value];
    }
  }
}
