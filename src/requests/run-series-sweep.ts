import { Injectable } from '@nestjs/common';

import { Leases } from '../database/transaction/leases.js';
import { RetentionSweep } from '../tenancy/retention-sweep.js';
import { TenancyService } from '../tenancy/tenancy.service.js';
import { RequestsRepository } from './requests.repository.js';

@Injectable()
export class RunSeriesSweep extends RetentionSweep {
  constructor(leases: Leases, tenancy: TenancyService, requests: RequestsRepository) {
    const repository = { deleteOlder: requests.deleteOldSeries.bind(requests) };
    super(leases, tenancy, { lease: 'run-series-sweep', rows: 'series of runs', repository });
  }
}
