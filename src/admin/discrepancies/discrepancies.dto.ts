import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';

import { QueryForm, QueryOneOf, QueryText, QueryValue } from '../../http/fields/query-fields.js';
import type { FoundDiscrepancy } from '../../submissions/discrepancies/discrepancies-list.js';
import {
  DISCREPANCY_ID,
  DiscrepancyDto,
  DiscrepancyId,
  presentDiscrepancy,
  ResolveDiscrepancyDto,
  SUBMISSION_ID,
} from '../../submissions/dto/submission.dto.js';
import { RECORD_FIELDS } from '../../submissions/mapping/record-fields.js';
import { ListSortedBy } from '../../http/lists/list-query.js';
import { ItemResultDto, Selection } from '../selection.js';
import { SubmissionNamesDto } from './submission-names.dto.js';

export const GROUP_KEY = /^[0-9a-f]{32}$/;
export const A_GROUP = '5f1d7e84c2a04b6c9f3e2d1c0b9a8877';
const STATUSES = ['open', 'resolved'] as const;

export class DiscrepancyListQueryDto extends ListSortedBy('createdAt') {
  @QueryOneOf(STATUSES, 'default: both')
  status?: (typeof STATUSES)[number];

  @QueryValue('matches', { type: String, pattern: SUBMISSION_ID.source }, (value) =>
    SUBMISSION_ID.test(value) ? { value } : { problem: 'must be the ID of a submission' },
  )
  submissionId?: string;

  @QueryText(64, 'The 950 ID or the legacyNumber')
  studentId?: string;

  @QueryOneOf(RECORD_FIELDS)
  field?: string;

  @QueryForm(GROUP_KEY, A_GROUP, 'must be the groupKey of a group')
  groupKey?: string;
}

export class DiscrepancyPathDto {
  @DiscrepancyId()
  id!: string;
}

export class ResolveSelectionDto extends ResolveDiscrepancyDto {
  @Selection(DISCREPANCY_ID, '12')
  ids!: string[];
}

export class UndoSelectionDto {
  @Selection(DISCREPANCY_ID, '12')
  ids!: string[];
}

/** A discrepancy in a list of all submissions. */
export class DiscrepancyRowDto extends IntersectionType(DiscrepancyDto, SubmissionNamesDto) {
  @ApiProperty({ enum: [...STATUSES] })
  status!: (typeof STATUSES)[number];

  @ApiProperty({ type: String, nullable: true })
  resolvedByLabel!: string | null;
}

/** The result for one discrepancy of a selection, which was decided or reopened. */
export class ResolvedDto extends ItemResultDto {
  @ApiProperty({ example: '12' })
  id!: string;

  @ApiPropertyOptional({ description: 'When ok is true' })
  discrepancy?: DiscrepancyRowDto;
}

/** @param names of the student and of the actor who resolved it */
export function presentRow(
  { discrepancy, submission }: FoundDiscrepancy,
  names: Pick<DiscrepancyRowDto, 'studentName' | 'resolvedByLabel'>,
): DiscrepancyRowDto {
  const { submissionId, formType, studentId } = submission;
  return {
    ...presentDiscrepancy(discrepancy),
    submissionId,
    formType,
    studentId,
    ...names,
    status: discrepancy.resolution === null ? 'open' : 'resolved',
  };
}
