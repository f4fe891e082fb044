import { Injectable } from '@nestjs/common';

import { Leases } from '../../database/transaction/leases.js';
import { RetentionSweep } from '../../tenancy/retention-sweep.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { KeyUseRepository } from './key-use.repository.js';

@Injectable()
export class KeyUseSweep extends RetentionSweep {
  constructor(leases: Leases, tenancy: TenancyService, repository: KeyUseRepository) {
    super(leases, tenancy, { lease: 'key-use-sweep', rows: 'counts of calls', repository });
  }
}
