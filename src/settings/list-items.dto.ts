import { CalendarDate, Text, TextList, WholeNumber } from '../http/fields/fields.js';
import { Pattern } from '../http/fields/pattern.js';
import { TERM_NAME, TERM_NAME_RULE } from './term-name.js';

/** Days on which the callers of a tenant de-provision no one: what they ask for is held. */
export class DeprovisioningPauseDto {
  @CalendarDate({ required: true, description: 'The first day', example: '2026-12-20' })
  from!: string;

  @CalendarDate({ required: true, description: 'The last day', example: '2027-01-05' })
  until!: string;

  @Text(255, { description: 'Why; shown to callers', example: 'winter break' })
  note?: string;
}

/** A system that submissions are carried to, each by an item of the sync queue of its own. */
export class SyncTargetDto {
  @Text(64, { required: true, isUnmistakable: true, example: 'SIS' })
  name!: string;

  @TextList({
    description: 'The form types that it takes; all of them when omitted',
    example: ['degree_change'],
  })
  formTypes?: readonly string[];
}

/** When the terms of a name begin, for files that name terms. */
export class TermDto {
  @Pattern(TERM_NAME, TERM_NAME_RULE, {
    required: true,
    description: 'A word beside the year, or a pattern with YYYY or YY for the year; compared without case',
    example: 'YYYY10',
  })
  name!: string;

  @WholeNumber(1, 12, { required: true, description: 'In which the term begins', example: 9 })
  month!: number;

  @WholeNumber(-1, 1, {
    description: 'What is added to the year that is written: -1 where 202610 begins in 2025; default: 0',
    example: 0,
  })
  yearOffset?: number;
}
