import { QueryFlag } from '../../http/fields/query-fields.js';

export class BulkQueryDto {
  @QueryFlag('true: say what each line would do, and write nothing')
  dryRun?: boolean;
}
