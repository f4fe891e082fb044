import { Injectable } from '@nestjs/common';

import { Leases } from '../../database/transaction/leases.js';
import { RetentionSweep } from '../../tenancy/retention-sweep.js';
import { TenancyService } from '../../tenancy/tenancy.service.js';
import { ConflictsRepository } from './conflicts.repository.js';

/** Forgets what was sent for old conflicts. The entries stay, because callers and other rows know their IDs. */
@Injectable()
export class ConflictsSweep extends RetentionSweep {
  constructor(leases: Leases, tenancy: TenancyService, conflicts: ConflictsRepository) {
    const repository = { deleteOlder: conflicts.forgetOlder.bind(conflicts) };
    super(leases, tenancy, { lease: 'conflicts-sweep', rows: 'bodies of conflicts', repository });
  }
}
