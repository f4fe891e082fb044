import type { AttributeName, Filter } from '../../filter/filter.js';
import { dottedName, type Indexed, type LookUp, lookUpsIn } from '../../listing/look-ups.js';
import { USER } from '../../schema/urns.js';

export type PersonLookUp = LookUp<'id' | 'userName' | 'externalId' | 'email' | 'displayName'>;

const INDEXED: Indexed<PersonLookUp['kind']> = {
  schema: USER,
  kinds: {
    id: 'id',
    username: 'userName',
    externalid: 'externalId',
    emails: 'email',
    'emails.value': 'email',
    displayname: 'displayName',
  },
  // Names and the provider's IDs are not unique.
  weights: { id: 1, userName: 1, email: 1, externalId: 2, displayName: 10 },
};

/** The dotted name of an attribute of people, in lower case; undefined for one of an extension. */
export function coreName(attribute: AttributeName): string | undefined {
  return dottedName(USER, attribute);
}

export function lookUpsOf(filter: Filter): readonly PersonLookUp[] | undefined {
  return lookUpsIn(filter, INDEXED);
}

/** The largest parts of a filter that have look-ups, where the filter as a whole has none. */
export function partsWithLookUps(filter: Filter): Filter[] {
  if (lookUpsOf(filter) !== undefined) return [filter];
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.flatMap(partsWithLookUps);
    case 'not':
      return partsWithLookUps(filter.of);
    default:
      return [];
  }
}
