import { QueryFlag } from '../fields/query-fields.js';

export class BulkQueryDto {
  @QueryFlag('true: say what each line would do, and write nothing')
  dryRun?: boolean;
}
