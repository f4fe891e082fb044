import type { AttributeName, Comparison, Filter } from '../filter/filter.js';
import { USER } from '../schema/urns.js';

export const POINT_KINDS = ['id', 'userName', 'externalId', 'email', 'displayName'] as const;

/** A condition that an index answers with few people. */
export interface Point {
  readonly kind: (typeof POINT_KINDS)[number];
  readonly value: string;
}

/** The dotted name of an attribute of people, in lower case; undefined for one of an extension. */
export function coreName({ urn, name, sub }: AttributeName): string | undefined {
  if (urn !== undefined && urn.toLowerCase() !== USER.toLowerCase()) return undefined;
  return [name, sub].filter(Boolean).join('.').toLowerCase();
}

const KINDS: Readonly<Record<string, Point['kind']>> = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  emails: 'email',
  'emails.value': 'email',
  displayname: 'displayName',
};

function pointOf({ attribute, operator, value }: Comparison): Point | undefined {
  const kind = KINDS[coreName(attribute) ?? ''];
  if (kind === undefined || operator !== 'eq' || typeof value !== 'string') return undefined;
  return { kind, value };
}

/** An address that one value of `emails` must have. */
function pointWithin(of: Filter): Point | undefined {
  if (of.kind === 'compare')
    return of.operator === 'eq' &&
      of.attribute.name?.toLowerCase() === 'value' &&
      typeof of.value === 'string'
      ? { kind: 'email', value: of.value }
      : undefined;
  if (of.kind !== 'and') return undefined;
  return of.of.map(pointWithin).find((point) => point !== undefined);
}

/**
 * Points one of which every person has who meets the filter; undefined when there are none. Of the conditions of an
 * `and` one is enough, of those of an `or` all are needed.
 */
export function pointsOf(filter: Filter): readonly Point[] | undefined {
  switch (filter.kind) {
    case 'compare': {
      const point = pointOf(filter);
      return point === undefined ? undefined : [point];
    }
    case 'some': {
      const point = coreName(filter.attribute) === 'emails' ? pointWithin(filter.of) : undefined;
      return point === undefined ? undefined : [point];
    }
    case 'and': {
      const all = filter.of.map(pointsOf).filter((points) => points !== undefined);
      return all.sort((one, other) => weightOf(one) - weightOf(other))[0];
    }
    case 'or': {
      const all = filter.of.map(pointsOf);
      return all.every((points) => points !== undefined) ? all.flat() : undefined;
    }
    default:
      return undefined;
  }
}

/** The largest parts of a filter that have points, where the filter as a whole has none. */
export function partsWithPoints(filter: Filter): Filter[] {
  if (pointsOf(filter) !== undefined) return [filter];
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.flatMap(partsWithPoints);
    case 'not':
      return partsWithPoints(filter.of);
    default:
      return [];
  }
}

/** Names and the provider's IDs are not unique. */
function weightOf(points: readonly Point[]): number {
  const weights = { id: 1, userName: 1, email: 1, externalId: 2, displayName: 10 };
  return points.reduce((sum, { kind }) => sum + weights[kind], 0);
}
