import { Identifier, Nested } from '../../http/fields/fields.js';
import { DistinctBy, NestedList } from '../../http/fields/nested-list.js';
import {
  BulkMilestoneDto,
  BulkVersionDto,
  PutCommitteeDto,
  PutDissertationDto,
} from './progress-parts.dto.js';

/** One student with any of the four parts; a part that is not sent stays as it is. */
export class BulkProgressDto {
  @Identifier(64, { required: true, description: 'The 950/951 ID or the legacyNumber', example: '950000001' })
  studentId!: string;

  @Nested(() => PutDissertationDto)
  dissertation?: PutDissertationDto | null;

  @NestedList(() => BulkVersionDto, 200)
  @DistinctBy('number')
  versions?: BulkVersionDto[] | null;

  @NestedList(() => BulkMilestoneDto, 200)
  @DistinctBy('code')
  milestones?: BulkMilestoneDto[] | null;

  @Nested(() => PutCommitteeDto)
  committee?: PutCommitteeDto | null;
}
