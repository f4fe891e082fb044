import { wantedBy } from '../../filter/predicate.js';
import type { Comparison, Filter } from '../../filter/filter.js';
import { attributeOf } from '../../schema/attribute.js';
import { USER_TYPE } from '../../schema/user.type.js';
import { coreName } from './person-look-ups.js';

/** A condition on `users` as `u` and the connection's `scim_links` as `l`. It is never NULL. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Whether the people who meet it are exactly those who meet the filter; otherwise there may be more. */
  readonly isExact: boolean;
  /** Whether it names columns of the link. */
  readonly usesLink: boolean;
  /** Whether it finds people by itself, rather than checking a column of each. */
  readonly searches: boolean;
}

/** What a condition is made for. */
export interface Searched {
  /** The keys of the connection, for conditions that search its links. */
  readonly tenantId: string;
  readonly connectionId: string;
  /** Who meets a part of the filter, where that was found by look-ups. */
  readonly found?: ReadonlyMap<Filter, readonly string[]>;
}

const ALL: Condition = { sql: 'TRUE', values: [], isExact: true, usesLink: false, searches: false };
/** Whether a condition holds for all people. */
export function isForAll({ sql }: Condition): boolean {
  return sql === ALL.sql;
}

const UNKNOWN: Condition = { ...ALL, isExact: false };
/** Attributes that every person has. */
const ALWAYS_PRESENT = [
  'id',
  'username',
  'active',
  'meta',
  'meta.lastmodified',
  'meta.created',
  'emails',
  'name',
];

function ofStatus({ operator }: Comparison, active: unknown): Condition {
  const isActive = (active === true) === (operator === 'eq');
  const statuses = active === null ? [] : [isActive ? 'active' : 'inactive'];
  if (statuses.length === 0) return operator === 'eq' ? { ...ALL, sql: 'FALSE' } : ALL;
  return { ...ALL, sql: 'u.`accountStatus` = ?', values: statuses };
}

function ofPeople(ids: readonly string[]): Condition {
  return ids.length === 0 ? { ...ALL, sql: 'FALSE' } : { ...ALL, sql: 'u.`id` IN (?)', values: [ids] };
}

/**
 * The later change of the person and of the link is that of the resource; each has an index. A person's place in the
 * order of changes is never before `updatedAt`.
 */
function ofChange({ operator, value }: Comparison, { tenantId, connectionId }: Searched): Condition {
  const at = new Date(String(value));
  if (operator === 'gt' || operator === 'ge') {
    const sign = operator === 'gt' ? '>' : '>=';
    return {
      sql:
        'u.`id` IN (SELECT `id` FROM (' +
        'SELECT `id` FROM `users` ' +
        `WHERE \`tenantId\` = ? AND \`changedAt\` >= ? AND \`updatedAt\` ${sign} ? UNION ` +
        'SELECT `userId` FROM `scim_links` ' +
        `WHERE \`tenantId\` = ? AND \`connectionId\` = ? AND \`updatedAt\` ${sign} ?) AS \`changed\`)`,
      values: [tenantId, at.getTime(), at, tenantId, connectionId, at],
      isExact: true,
      usesLink: false,
      searches: true,
    };
  }
  if (operator !== 'lt' && operator !== 'le') return UNKNOWN;
  const sign = operator === 'lt' ? '<' : '<=';
  return {
    sql: `(u.\`updatedAt\` ${sign} ? AND COALESCE(l.\`updatedAt\`, u.\`updatedAt\`) ${sign} ?)`,
    values: [at, at],
    isExact: true,
    usesLink: true,
    searches: false,
  };
}

function ofComparison(comparison: Comparison, searched: Searched): Condition {
  const name = coreName(comparison.attribute);
  const isEquality = comparison.operator === 'eq' || comparison.operator === 'ne';
  if (name === 'active' && isEquality)
    return ofStatus(comparison, wantedBy(comparison, attributeOf(USER_TYPE, 'active')));
  if (name === 'meta.lastmodified' && comparison.value !== null) return ofChange(comparison, searched);
  return UNKNOWN;
}

function joined(kind: 'and' | 'or', all: readonly Condition[]): Condition {
  return {
    sql: `(${all.map(({ sql }) => sql).join(kind === 'and' ? ' AND ' : ' OR ')})`,
    values: all.flatMap(({ values }) => values),
    isExact: all.every(({ isExact }) => isExact),
    usesLink: all.some(({ usesLink }) => usesLink),
    searches: all.some(({ searches }) => searches),
  };
}

/**
 * The part of a filter that the database can check. People who do not meet it do not meet the filter.
 * @throws {InvalidFilter} when an operator or a value does not fit its attribute
 */
export function conditionOf(filter: Filter | undefined, searched: Searched): Condition {
  const found = filter === undefined ? undefined : searched.found?.get(filter);
  if (found !== undefined) return ofPeople(found);
  switch (filter?.kind) {
    case undefined:
      return ALL;
    case 'and':
    case 'or':
      return joined(
        filter.kind,
        filter.of.map((one) => conditionOf(one, searched)),
      );
    case 'not': {
      const inner = conditionOf(filter.of, searched);
      return inner.isExact ? { ...inner, sql: `NOT ${inner.sql}` } : UNKNOWN;
    }
    case 'present':
      return ALWAYS_PRESENT.includes(coreName(filter.attribute) ?? '') ? ALL : UNKNOWN;
    case 'compare':
      return ofComparison(filter, searched);
    default:
      return UNKNOWN;
  }
}
