import { emailKeyOf } from '../../users/model/user-ids.js';
import type { Filter } from '../filter/filter.js';
import type { GroupPoint } from './groups.repository.js';

/** The one condition of a filter that an index answers. */
export function groupPointOf(filter: Filter | undefined): GroupPoint | undefined {
  if (filter?.kind === 'and') return filter.of.map(groupPointOf).find((point) => point !== undefined);
  const isMember = filter?.kind === 'some' && filter.attribute.name?.toLowerCase() === 'members';
  if (isMember && filter.of.kind === 'compare' && filter.of.operator === 'eq')
    return typeof filter.of.value === 'string' ? { kind: 'member', value: filter.of.value } : undefined;
  if (filter?.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string')
    return undefined;
  const { value } = filter;
  switch ([filter.attribute.name, filter.attribute.sub].filter(Boolean).join('.').toLowerCase()) {
    case 'id':
      return { kind: 'id', value };
    case 'displayname':
      return { kind: 'displayNameKey', value: emailKeyOf(value) };
    case 'externalid':
      return { kind: 'externalId', value };
    case 'members':
    case 'members.value':
      return { kind: 'member', value };
    default:
      return undefined;
  }
}

/** Comparing a column of ASCII with other characters is a collation error. */
export function isComparable({ kind, value }: GroupPoint): boolean {
  return (kind !== 'id' && kind !== 'member') || /^[\x21-\x7e]{1,64}$/.test(value);
}
