import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { AuthRepository } from '../auth.repository.js';
import { InvitationsService } from './invitations.service.js';
import { PasswordHashes } from '../passwords/password-hashes.js';

/** Administrators who get their password with their tenant, and no link. */
@Injectable()
export class SeededAdministrators {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly auth: AuthRepository,
    private readonly hashes: PasswordHashes,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  hash(password: string): Promise<string> {
    return this.hashes.create(password);
  }

  /** Makes the person, with the role. */
  async make(scope: Scope, email: string, hash: string): Promise<void> {
    const input = { email, firstName: 'Sandbox', lastName: 'Administrator' };
    const { user } = await this.invitations.invite(scope, input);
    const [{ tenantId }, now] = [scope, nowOf(scope)];
    await this.unitOfWork.run(async (transaction) => {
      await this.auth.withdraw(scope, transaction, user.id, now);
      await this.auth.setPassword(transaction, { tenantId, userId: user.id, hash, changedAt: now });
    });
  }
}
