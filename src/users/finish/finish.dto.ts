import { ApiProperty } from '@nestjs/swagger';

import { Flag, ListOf, Nested, WholeNumber } from '../../http/fields/fields.js';
import { UserSummaryDto } from '../model/dto/user.dto.js';
import { ACCOUNT_TYPES, type AccountType } from '../model/account.js';
import { MOST_ABSENT_RUNS, MOST_ROWS } from './most.js';

const DEFAULT_ABSENT_RUNS = 2;

/** That the run names everyone of these account types who is active at the sender. */
export class CompleteDto {
  @ListOf(ACCOUNT_TYPES, {
    required: true,
    mayBeEmpty: false,
    description: 'Of which account types',
    example: ['Student'],
  })
  accountTypes!: readonly AccountType[];

  @WholeNumber(1, MOST_ABSENT_RUNS, {
    description: `De-provisions who is absent in so many consecutive complete runs; omitted: ${DEFAULT_ABSENT_RUNS}`,
    example: 2,
  })
  absentRuns?: number | null;
}

export class FinishRunDto {
  @WholeNumber(0, MOST_ROWS, {
    description: 'How many rows the file has; fewer are refused. Rows that were sent again count',
    example: 40_000,
  })
  expectedRows?: number | null;

  @Nested(() => CompleteDto, { description: 'Omitted: people whom the run does not name stay as they are' })
  complete?: CompleteDto | null;

  @Flag({ description: 'Answers what would be done, and does nothing' })
  dryRun?: boolean | null;
}

/** A {@link FinishRunDto} with its defaults; two bodies that mean the same are equal. */
export interface FinishRequest {
  readonly expectedRows: number | null;
  readonly complete: { readonly accountTypes: readonly AccountType[]; readonly absentRuns: number } | null;
}

export function requestOf({ expectedRows = null, complete }: FinishRunDto): FinishRequest {
  if (complete === undefined || complete === null) return { expectedRows, complete: null };
  const accountTypes = ACCOUNT_TYPES.filter((type) => complete.accountTypes.includes(type));
  return { expectedRows, complete: { accountTypes, absentRuns: complete.absentRuns ?? DEFAULT_ABSENT_RUNS } };
}

function Count(description: string): PropertyDecorator {
  return ApiProperty({ type: 'integer', minimum: 0, description });
}

/** How many people the run should have named, and what became of them. */
export class AbsentDto {
  @Count('not yet absent in `absentRuns` consecutive complete runs')
  first!: number;

  @Count('absent in so many: de-provisioned, held, or kept active by an administrator')
  again!: number;

  @Count('of `again`: set to inactive')
  deprovisioned!: number;

  @Count('of `again`: they stay active until an administrator decides')
  held!: number;
}

/** What finishing a run has done. */
export class FinishedRunDto {
  @ApiProperty({ example: 'nightly-1127' })
  run!: string;

  @Count('rows of the run; those that were sent again count')
  rows!: number;

  @Count('people whom these rows named, changed or not')
  named!: number;

  @ApiProperty({ type: () => AbsentDto, nullable: true, description: 'null without `complete`' })
  absent!: AbsentDto | null;

  @ApiProperty({
    type: () => [UserSummaryDto],
    description: 'some of the absent people, those of `again` first',
  })
  sample!: UserSummaryDto[];
}

/** The same with when and how it was finished. */
export class RunFinishDto extends FinishedRunDto {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({
    description: 'false while absent people are being de-provisioned, or when that was interrupted',
  })
  isDone!: boolean;

  @ApiProperty({
    enum: ACCOUNT_TYPES,
    isArray: true,
    description: 'Of which it was complete; empty when people whom it does not name stay as they are',
  })
  accountTypes!: readonly AccountType[];
}
