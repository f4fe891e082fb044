import { ApiProperty } from '@nestjs/swagger';

import { QueryLimit, QueryValue } from '../../http/fields/query-fields.js';
import type { Run } from './run.entity.js';

export const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 500;

/** A limit above the largest is reduced to it, as in the list of the sync queue. */
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

/** What the /workflow calls of a run did. */
export class RunWorkflowDto {
  @Count('calls that write progress, submissions or decisions')
  calls!: number;

  @Count('parts of records, submissions, moves and decisions in them; of an upload its lines')
  received!: number;

  @Count('of the received')
  changed!: number;

  @Count('of the received')
  unchanged!: number;

  @Count('of the received: refused')
  failed!: number;

  @Count(
    'people whom accepted discrepancies changed; they are not counted in `updated`, and an undo puts them back',
  )
  peopleUpdated!: number;
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

  @Count('of the unchanged: not applied until an administrator decides who the person is')
  pending!: number;

  @Count('of the updated: set to inactive')
  deprovisioned!: number;

  @Count('of the updated: set back to active')
  restored!: number;

  @Count(
    'people whom it would have set to inactive, and whom an administrator keeps active: until a day, or by rejecting ' +
      'the de-provisioning by this run',
  )
  keptActive!: number;

  @Count('approved values that it did not replace by the former ones, because they await their source')
  awaitingSource!: number;

  @Count('approved values that it replaced by the former ones')
  putBack!: number;

  @ApiProperty({ type: () => RunWorkflowDto })
  workflow!: RunWorkflowDto;
}

export function presentRun(run: Run, actors: readonly string[]): RunDto {
  return {
    name: run.name,
    startedAt: run.startedAt.toISOString(),
    lastCallAt: run.lastCallAt.toISOString(),
    calls: run.calls,
    actors: [...actors],
    received: run.received,
    inserted: run.inserted,
    updated: run.updated,
    unchanged: run.unchanged,
    failed: run.failed,
    pending: run.pending,
    deprovisioned: run.deprovisioned,
    restored: run.restored,
    keptActive: run.keptActive,
    awaitingSource: run.awaitingSource,
    putBack: run.putBack,
    workflow: {
      calls: run.workflowCalls,
      received: run.workflowReceived,
      changed: run.workflowChanged,
      unchanged: run.workflowUnchanged,
      failed: run.workflowFailed,
      peopleUpdated: run.workflowPeople,
    },
  };
}
