import { ApiProperty, OmitType } from '@nestjs/swagger';

import { QueryDay, QueryForm, QueryLimit, QueryOneOf, QueryValue } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { DISCLOSURE_KINDS, type DisclosureKind } from '../../tenancy/disclosure-log.js';
import type { Day } from '../../tenancy/time/calendar.js';
import type { Disclosure } from './disclosure.entity.js';

const ACTOR = /^[\x21-\x7e]{1,128}$/;
export const DEFAULT_LIMIT = 25;
const LARGEST_LIMIT = 100;
const KIND = {
  enum: [...DISCLOSURE_KINDS],
  description:
    'export: the progress export; list: the list of people; read: a user by ID; envelope: a claim or a preview; ' +
    'scim: any answer of SCIM that shows users; person-export: all that is stored about a user; download: a CSV or ' +
    'NDJSON file of the administration',
};

export class DisclosuresQueryDto extends ListSortedBy('day') {
  @QueryDay('The first day')
  from?: Day;

  @QueryDay('The last day')
  to?: Day;

  @QueryForm(ACTOR, 'key:ik_0000000000000000000000000a', 'must be key:<apiKey>, admin:<user id> or terminal')
  actor?: string;

  @QueryOneOf(DISCLOSURE_KINDS)
  kind?: DisclosureKind;
}

/** The filters of the list. */
export class DisclosuresExportQueryDto extends OmitType(DisclosuresQueryDto, [
  'page',
  'perPage',
  'sort',
  'order',
]) {}

export class PersonDisclosuresQueryDto {
  @QueryLimit(DEFAULT_LIMIT, LARGEST_LIMIT)
  limit?: number;

  @QueryValue(
    'isCursor',
    { type: String, description: 'The meta.nextCursor of the page before' },
    (value) => ({
      value,
    }),
  )
  cursor?: string;
}

/** What a person's disclosures and the list by days have in common. */
export class PersonDisclosureDto {
  @ApiProperty({
    description: 'Unique among the rows of the list',
    example: '2026-11-20 export key:ik_0000000000000000000000000a',
  })
  id!: string;

  @ApiProperty({ format: 'date', description: "Of the tenant's calendar", example: '2026-11-20' })
  day!: string;

  @ApiProperty({ example: 'key:ik_0000000000000000000000000a' })
  actor!: string;

  @ApiProperty({ example: 'Reporting' })
  actorLabel!: string;

  @ApiProperty(KIND)
  kind!: DisclosureKind;
}

export class DisclosureDto extends PersonDisclosureDto {
  @ApiProperty({ type: 'integer', description: 'Different users, however often', example: 4321 })
  people!: number;
}

export class PersonDisclosuresMetaDto {
  @ApiProperty({ example: false })
  hasMore!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'For the next page; null on the last one' })
  nextCursor!: string | null;
}

export function presentOfPerson(
  { day, actor, kind }: Pick<Disclosure, 'day' | 'actor' | 'kind'>,
  actorLabel: string,
): PersonDisclosureDto {
  return { id: `${day} ${kind} ${actor}`, day, actor, actorLabel, kind };
}

export function presentDisclosure(disclosure: Disclosure, actorLabel: string): DisclosureDto {
  return { ...presentOfPerson(disclosure, actorLabel), people: disclosure.people };
}
