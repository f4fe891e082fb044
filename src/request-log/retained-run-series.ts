import { Injectable } from '@nestjs/common';

import { RetainedRows } from '../tenancy/retention/retained.js';
import { RequestsRepository } from './requests.repository.js';

@Injectable()
export class RetainedRunSeries extends RetainedRows {
  constructor(requests: RequestsRepository) {
    super('run-series', 'requestLogDays', {
      countOlder: requests.countOldSeries.bind(requests),
      deleteOlder: requests.deleteOldSeries.bind(requests),
    });
  }
}
