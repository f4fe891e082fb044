import { Injectable } from '@nestjs/common';

import { Leases } from '../../database/transaction/leases.js';
import { RetentionSweep } from '../../tenancy/retention-sweep.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { FailedRowsRepository } from './failed-rows.repository.js';

@Injectable()
export class FailedRowsSweep extends RetentionSweep {
  constructor(leases: Leases, tenancy: TenancyService, repository: FailedRowsRepository) {
    super(leases, tenancy, { lease: 'failed-rows-sweep', rows: 'failed rows', repository });
  }
}
