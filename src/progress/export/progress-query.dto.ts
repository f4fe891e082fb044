import { QueryFlag, QueryReferences } from '../../http/fields/query-fields.js';
import { WalkQueryDto } from '../../tenancy/walks/walk-query.dto.js';

/** Contract, section 3. */
export class ProgressQueryDto extends WalkQueryDto {
  @QueryReferences('isStudentList', 'students')
  studentId?: string[];

  @QueryFlag('true: people who stopped being Students come once, as removed')
  includeRemoved?: boolean;
}
