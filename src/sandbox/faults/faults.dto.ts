import { ApiProperty } from '@nestjs/swagger';

import { Text, WholeNumber } from '../../http/fields/fields.js';
import { OneOf } from '../../http/fields/fields.js';
import { NestedList } from '../../http/fields/nested-list.js';
import { type Abort, ABORTS, type SandboxFault } from '../entities/sandbox-fault.entity.js';

const EXAMPLE_ROUTE = 'GET /api/v1/integration/users/:id';
const MOST_FAULTS = 50;
const LONGEST_DELAY_MS = 60_000;

export class FaultDto {
  @Text(160, {
    required: true,
    description: 'A method and the pattern of a path, as the reference has it; * for all calls',
    example: EXAMPLE_ROUTE,
  })
  route!: string;

  @WholeNumber(1, 1_000_000, { description: 'How many calls it meets; default: all that come', example: 2 })
  times?: number | null;

  @WholeNumber(409, 503, {
    description:
      'The answer: 429, 500, 503 (as if the database of this tenant were away), or 409 (as if the lease of the claim ' +
      'had ended)',
    example: 503,
  })
  status?: number | null;

  @WholeNumber(0, LONGEST_DELAY_MS, {
    description: 'The answer is late by so many milliseconds',
    example: 500,
  })
  delayMs?: number | null;

  @OneOf(ABORTS, {
    description:
      'The connection ends: before anything was done, during the answer, or after everything was done and before ' +
      'the answer',
    example: 'after',
  })
  abort?: Abort | null;
}

/** The body is the list itself; an object with a list `faults` means the same. */
export class SetFaultsDto {
  @NestedList(() => FaultDto, MOST_FAULTS, { required: true })
  faults!: FaultDto[];
}

export class ActiveFaultDto {
  @ApiProperty({ example: EXAMPLE_ROUTE })
  route!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'How many calls it still meets; null: all',
  })
  timesLeft!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 503 })
  status!: number | null;

  @ApiProperty({ type: 'integer', example: 0 })
  delayMs!: number;

  @ApiProperty({ type: String, enum: [...ABORTS], nullable: true, example: null })
  abort!: Abort | null;
}

export function presentFault({ route, timesLeft, status, delayMs, abort }: SandboxFault): ActiveFaultDto {
  return { route, timesLeft, status, delayMs, abort };
}
