import { ApiProperty, OmitType } from '@nestjs/swagger';

import type { LabelOf } from '../../actors/actor-labels.js';
import { Flag, Identifier, JsonObject, OneOf, Text, WholeNumber } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import { QueryOneOf } from '../../http/fields/query-fields.js';
import { ListQueryDto, type Order } from '../../http/lists/list-query.js';
import type { ListView } from './list-view.entity.js';
import { SHARED } from './list-views.repository.js';
import { stillTaken } from './view-content.js';
import { VIEWED_LISTS } from './viewed-lists.js';

const VIEW_ID = /^vw_[0-9a-f]{26}$/;
const A_VIEW = `vw_${'0123456789abc'.repeat(2)}`;
const A_NAME = 'Late in EdD';
const SOME_FILTERS = { pacing: 'at_risk', programId: 'edd-leadership' };

export class ViewListQueryDto extends OmitType(ListQueryDto, ['order']) {
  @QueryOneOf(VIEWED_LISTS, 'default: all')
  list?: string;
}

export class ViewPathDto {
  @Pattern(VIEW_ID, 'must be the ID of a view', { required: true, example: A_VIEW })
  viewId!: string;
}

/** What a view is, but for its list, which stays the same. */
export class PutViewDto {
  @Identifier(60, { required: true, isUnmistakable: true, example: A_NAME })
  name!: string;

  @Flag({ description: 'Whether all administrators of the university see it; default: only its owner' })
  isShared?: boolean | null;

  @JsonObject({
    required: true,
    description:
      'Parameters of the call of the list, with their values as texts; days may be relative, as last-7-days/from',
    example: SOME_FILTERS,
  })
  filters!: Record<string, unknown>;

  @Text(40, { description: 'As the call of the list takes it; default: its own', example: 'daysBehind' })
  sort?: string | null;

  @OneOf(['ASC', 'DESC'], { description: 'default: that of the list', example: 'DESC' })
  order?: Order | null;

  @WholeNumber(1, 100, { description: 'default: that of the list' })
  perPage?: number | null;
}

export class CreateViewDto extends PutViewDto {
  @OneOf(VIEWED_LISTS, { required: true, description: 'As in the address of its call', example: 'progress' })
  list!: string;
}

/** A list with its filters, order and size of a page, under a name. */
export class ViewDto {
  @ApiProperty({ example: A_VIEW })
  id!: string;

  @ApiProperty({ enum: VIEWED_LISTS, example: 'progress' })
  list!: string;

  @ApiProperty({ example: A_NAME })
  name!: string;

  @ApiProperty({ description: 'Whether all administrators of the university see it' })
  isShared!: boolean;

  @ApiProperty({ description: 'Whether the caller has made it' })
  isOwn!: boolean;

  @ApiProperty({ description: 'Whether the caller may change and delete it' })
  mayChange!: boolean;

  @ApiProperty({ example: 'Ann Lee' })
  ownerLabel!: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: SOME_FILTERS })
  filters!: Record<string, string>;

  @ApiProperty({
    type: String,
    isArray: true,
    description: 'Filters and parts of the order that were stored and that the list does not take any more',
  })
  ignored!: string[];

  @ApiProperty({ type: String, nullable: true, example: 'daysBehind' })
  sort!: string | null;

  @ApiProperty({ type: String, enum: ['ASC', 'DESC'], nullable: true })
  order!: Order | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 50 })
  perPage!: number | null;

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;
}

/** The administrator who has made it, as an actor. */
export function ownerOf({ ownerId }: ListView): string {
  return `admin:${ownerId}`;
}

/** @param mayChange whether the caller may change and delete it */
export function presentView(
  view: ListView,
  { actor, mayChange, labelOf }: { actor: string; mayChange: boolean; labelOf: LabelOf },
): ViewDto {
  const { id, list, name, holder, changedAt } = view;
  const { filters, sort, order, perPage, ignored } = stillTaken(view);
  return {
    id,
    list,
    name,
    isShared: holder === SHARED,
    isOwn: ownerOf(view) === actor,
    mayChange,
    ownerLabel: labelOf(ownerOf(view)),
    filters,
    ignored: [...ignored],
    sort,
    order,
    perPage,
    changedAt: changedAt.toISOString(),
  };
}
