import { Injectable } from '@nestjs/common';

import { RetainedRows } from '../../tenancy/retention/retained.js';
import { FailedRowsRepository } from './failed-rows.repository.js';

@Injectable()
export class RetainedFailedRows extends RetainedRows {
  constructor(rows: FailedRowsRepository) {
    super('failed-rows', 'requestLogDays', rows);
  }
}
