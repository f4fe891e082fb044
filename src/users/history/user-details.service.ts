import { Injectable } from '@nestjs/common';

import { UserNotFound } from '../../errors/users.errors.js';
import { success, type Success } from '../../http/answers.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { presentUser, type UserDto, type UserWithProvenanceDto } from '../model/dto/user.dto.js';
import { keptActiveBy } from '../model/keep-active/keep-active.js';
import type { User } from '../model/user.entity.js';
import { UsersRepository } from '../model/users.repository.js';
import { ProvenanceService } from './provenance.service.js';

/** Reads one person. */
@Injectable()
export class UserDetailsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly provenance: ProvenanceService,
    private readonly disclosures: DisclosureLog,
  ) {}

  /**
   * Reads a person (contract, 2.6).
   * @throws {UserNotFound} when the tenant has no such user
   */
  async get(scope: Scope, idOrLegacyNumber: string): Promise<Success<UserDto>> {
    return success(presentUser(scope, await this.find(scope, idOrLegacyNumber)));
  }

  /**
   * The same with who set each field last.
   * @throws {UserNotFound} like {@link get}
   */
  async getWithProvenance(scope: Scope, idOrLegacyNumber: string): Promise<Success<UserWithProvenanceDto>> {
    const user = await this.find(scope, idOrLegacyNumber);
    const provenance = await this.provenance.of(scope, user);
    const keepActive = keptActiveBy(scope, user, nowOf(scope));
    return success({ ...presentUser(scope, user), provenance, keepActive });
  }

  private async find(scope: Scope, idOrLegacyNumber: string): Promise<User> {
    const user = await this.users.findOne(scope, idOrLegacyNumber);
    if (user === undefined) throw new UserNotFound();
    this.disclosures.note(scope, 'read', [user.id]);
    return user;
  }
}
