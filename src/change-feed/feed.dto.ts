import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { QueryNumber, QueryText, QueryValue } from '../http/fields/query-fields.js';
import type { Scope } from '../tenancy/scope.js';
import type { ChangeData } from './change.js';
import { type ChangeType, TYPE_NAMES, typesNamed } from './change-types.js';
import { EARLIEST, sequenceOf } from './feed-place.js';
import type { FeedEvent, FeedQuery } from './feed.service.js';

/** The limits of section 14 of the contract. */
const LIMIT = { least: 1, most: 1000, standard: 100 } as const;
const MOST_SECONDS = 25;
export const LONGEST_PLACE = 200;

function readTypes(text: string): { value: ChangeType[] } | { problem: string } {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => typesNamed(name).length === 0);
  return unknown === undefined
    ? { value: [...new Set(names.flatMap(typesNamed))] }
    : {
        problem: `must be event types, such as user.created.v1 or user.*, separated by commas; "${unknown}" is none`,
      };
}

export class FeedQueryDto {
  @QueryText(
    LONGEST_PLACE,
    `nextAfter of the answer before, or ${EARLIEST}: all that is kept. Without it the answer is the place of now alone`,
  )
  after?: string;

  @QueryValue(
    'isTypes',
    { type: String, description: 'Types, separated by commas; user.* takes a family', example: 'user.*' },
    readTypes,
  )
  types?: ChangeType[];

  @QueryNumber(LIMIT.least, LIMIT.most, `default ${LIMIT.standard}`)
  limit?: number;

  @QueryNumber(0, MOST_SECONDS, 'How long to wait for a first event; default 0, which answers at once')
  waitSeconds?: number;
}

export function queryOf({ after, types, limit, waitSeconds }: FeedQueryDto): FeedQuery {
  return { after, types, limit: limit ?? LIMIT.standard, waitSeconds: waitSeconds ?? 0 };
}

export class ChangeDataDto {
  @ApiPropertyOptional({
    type: [String],
    description: 'Names of the fields that changed',
    example: ['degree'],
  })
  changed?: string[];

  @ApiPropertyOptional({
    type: [String],
    description: 'Parts of the record that changed',
    example: ['milestones'],
  })
  parts?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The run of the SIS',
    example: 'nightly-1',
  })
  run?: string | null;

  @ApiPropertyOptional({ description: 'Who made the change', example: 'key:ik_7Hq2' })
  actor?: string;

  @ApiPropertyOptional({ example: 'Xb3mPq9sT7uVw1yZ' })
  holdId?: string;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'What was decided', example: 'released' })
  decision?: string | null;

  @ApiPropertyOptional({ type: [String], description: 'Whom a conflict is about', example: ['950000001'] })
  userIds?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The state before; null for a new one',
    example: 'queued',
  })
  from?: string | null;

  @ApiPropertyOptional({ description: 'The state now', example: 'processing' })
  to?: string;

  @ApiPropertyOptional({ example: 'address_change' })
  formType?: string;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'SIS' })
  targetSystem?: string | null;

  @ApiPropertyOptional({ description: 'Why the item moved', example: 'claimed' })
  cause?: string;
}

/** CloudEvents 1.0. */
export class ChangeEventDto {
  @ApiProperty({ enum: ['1.0'] })
  specversion!: '1.0';

  @ApiProperty({ description: 'Unique within the source', example: '0-17959630259590000000' })
  id!: string;

  @ApiProperty({ example: '/tenants/t_4kq9x2m7wz1a' })
  source!: string;

  @ApiProperty({ enum: TYPE_NAMES })
  type!: ChangeType;

  @ApiProperty({ description: 'The ID of what changed', example: '950000001' })
  subject!: string;

  @ApiProperty({ format: 'date-time' })
  time!: string;

  @ApiProperty({
    description: '20 digits that rise in the order of commits',
    example: '17959630259590000000',
  })
  sequence!: string;

  @ApiProperty({ enum: ['application/json'] })
  datacontenttype!: 'application/json';

  @ApiProperty({
    type: ChangeDataDto,
    description: 'Names of fields and states; read the resource for its values',
  })
  data!: ChangeData;
}

export class FeedMetaDto {
  @ApiProperty({ type: 'integer', example: 1 })
  count!: number;

  @ApiProperty({ description: 'Send it as after next time; save it when the events are dealt with' })
  nextAfter!: string;

  @ApiProperty({ description: 'Whether more may be there now' })
  hasMore!: boolean;
}

export function presentEvent({ tenantId, tenant: { resets } }: Scope, event: FeedEvent): ChangeEventDto {
  const { type, subject, at, data } = event;
  const sequence = sequenceOf(event);
  return {
    specversion: '1.0',
    // A sandbox that was reset counts from the same time again.
    id: `${resets}-${sequence}`,
    source: `/tenants/${tenantId}`,
    type,
    subject,
    time: at.toISOString(),
    sequence,
    datacontenttype: 'application/json',
    data,
  };
}
