import { emailKeyOf } from '../../users/model/user-ids.js';
import type { AttributeName, Filter } from '../filter/filter.js';
import { dottedName, type Indexed, lookUpsIn, wantedValue } from '../listing/look-ups.js';
import { GROUP } from '../schema/urns.js';
import type { GroupLookUp } from './groups.repository.js';

const MEMBERS = 'members';

const INDEXED: Indexed<GroupLookUp['kind']> = {
  schema: GROUP,
  kinds: {
    id: 'id',
    displayname: 'displayNameKey',
    externalid: 'externalId',
    [MEMBERS]: 'member',
    [`${MEMBERS}.value`]: 'member',
  },
  // A person may be in many groups, and an externalId may be that of several.
  weights: { id: 1, displayNameKey: 1, externalId: 2, member: 10 },
};

export function groupLookUpsOf(filter: Filter): readonly GroupLookUp[] | undefined {
  return lookUpsIn(filter, INDEXED)?.map(({ kind, value }) => ({
    kind,
    value: kind === 'displayNameKey' ? emailKeyOf(value) : value,
  }));
}

function isMembers(attribute: AttributeName): boolean {
  return dottedName(GROUP, attribute)?.split('.')[0] === MEMBERS;
}

function together(lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  return lists.every((one) => one !== undefined) ? lists.flat() : undefined;
}

/** The IDs of conditions in brackets that are equalities alone. */
function namedWithin(of: Filter): string[] | undefined {
  if (of.kind === 'and' || of.kind === 'or') return together(of.of.map(namedWithin));
  const value = wantedValue(of);
  return value === undefined ? undefined : [value];
}

/** The only people by whom a filter distinguishes groups, where it asks for members; undefined when it asks for any. */
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
      const { attribute, operator, value } = filter;
      const isEquality = operator === 'eq' || operator === 'ne';
      const isId = INDEXED.kinds[dottedName(GROUP, attribute) ?? ''] === 'member';
      return isEquality && isId && typeof value === 'string' ? [value] : undefined;
    }
  }
}
