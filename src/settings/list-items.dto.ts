import { CalendarDate, Text, TextList } from '../http/fields/fields.js';

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
