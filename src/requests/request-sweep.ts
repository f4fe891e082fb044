import { Injectable } from '@nestjs/common';

import { Leases } from '../database/transaction/leases.js';
import { RetentionSweep } from '../tenancy/retention-sweep.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { RequestsRepository } from './requests.repository.js';

@Injectable()
export class RequestSweep extends RetentionSweep {
  constructor(leases: Leases, tenancy: TenancyService, repository: RequestsRepository) {
    super(leases, tenancy, { lease: 'request-log-sweep', rows: 'requests', repository });
  }
}
