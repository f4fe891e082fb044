import { ApiProperty, PickType } from '@nestjs/swagger';

import { pick } from '../../http/pick.js';
import { DissertationDto, PacingDto, ProgressRecordDto } from '../../progress/dto/progress-record.dto.js';
import { PROGRESS_SORTS } from '../../progress/list/progress-list.repository.js';
import { PACING_STATUSES, type PacingStatus } from '../../progress/progress-enums.js';
import { QueryOneOf, QueryText } from '../../http/fields/query-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

export class ProgressListQueryDto extends ListSortedBy(...PROGRESS_SORTS) {
  @QueryText(255, 'A whole number or e-mail address, or beginnings of names or of the ID')
  q?: string;

  @QueryOneOf(PACING_STATUSES)
  pacing?: PacingStatus;

  @QueryText(64, 'The ID of a program')
  programId?: string;
}

const LISTED = [
  'studentId',
  'legacyNumber',
  'email',
  'firstName',
  'lastName',
  'accountStatus',
  'schoolProgram',
  'programId',
  'changedAt',
] as const;

class DissertationHeadDto extends PickType(DissertationDto, ['title', 'status'] as const) {}

/** A student in a list. */
export class ProgressRowDto extends PickType(ProgressRecordDto, LISTED) {
  @ApiProperty()
  pacing!: PacingDto;

  @ApiProperty()
  dissertation!: DissertationHeadDto;
}

export function presentRow(record: ProgressRecordDto): ProgressRowDto {
  const { pacing, dissertation } = record;
  return { ...pick(record, LISTED), pacing, dissertation: pick(dissertation, ['title', 'status']) };
}
