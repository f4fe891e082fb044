import { Injectable } from '@nestjs/common';

import { RetainedRows } from '../tenancy/retention/retained.js';
import { RequestsRepository } from './requests.repository.js';

@Injectable()
export class RetainedRequests extends RetainedRows {
  constructor(requests: RequestsRepository) {
    super('requests', 'requestLogDays', requests);
  }
}
