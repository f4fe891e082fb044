import { ApiProperty } from '@nestjs/swagger';

import { QueryLimit, QueryValue } from '../../http/fields/query-fields.js';
import type { Run } from './run.entity.js';

export const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;

/** Above the largest limit it is the largest, as in the list of the sync queue. */
export class RunsQueryDto {
  @QueryLimit(DEFAULT_LIMIT, LARGEST_LIMIT)
  limit?: number;

  @QueryValue('isCursor', { type: String, description: 'nextCursor of the page before' }, (value) => ({
    value,
  }))
  cursor?: string;
}

function Count(description: string): PropertyDecorator {
  return ApiProperty({ type: 'integer', minimum: 0, description });
}

/** What a run did to people, and who took part. */
export class RunDto {
  @ApiProperty({ example: '2026-11-22.people.csv' })
  name!: string;

  @ApiProperty({ format: 'date-time', description: 'when its first call was answered' })
  startedAt!: string;

  @ApiProperty({ format: 'date-time' })
  lastCallAt!: string;

  @Count('posts, uploads and changes of a status that named it')
  calls!: number;

  @ApiProperty({ type: [String], example: ['key:ik_0123456789abcdefghjkmnpqrs'] })
  actors!: string[];

  @Count('people in them')
  received!: number;

  @Count('of the received')
  inserted!: number;

  @Count('of the received')
  updated!: number;

  @Count('of the received')
  unchanged!: number;

  @Count('of the received: refused')
  failed!: number;

  @Count('of the updated: set to inactive')
  deprovisioned!: number;

  @Count('of the updated: set back to active')
  restored!: number;
}

export function presentRun(run: Run, actors: readonly string[]): RunDto {
  const { name, startedAt, lastCallAt, calls, received, inserted, updated } = run;
  const { unchanged, failed, deprovisioned, restored } = run;
  return {
    ...{ name, startedAt: startedAt.toISOString(), lastCallAt: lastCallAt.toISOString() },
    ...{
      calls,
      actors: [...actors],
      received,
      inserted,
      updated,
      unchanged,
      failed,
      deprovisioned,
      restored,
    },
  };
}
