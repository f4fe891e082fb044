import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';

import { isDuplicateKey } from '../../../database/transaction/database-errors.js';
import type { Scope } from '../../../tenancy/scope.js';
import { UsedAssertion } from './used-assertion.entity.js';

@Injectable()
export class UsedAssertionsRepository {
  constructor(@InjectRepository(UsedAssertion) private readonly used: Repository<UsedAssertion>) {}

  /** Uses an assertion up. Of several processes that try at once, one gets `true`. */
  async add({ tenantId }: Pick<Scope, 'tenantId'>, assertionHash: Buffer, expiresAt: Date): Promise<boolean> {
    try {
      await this.used.insert({ tenantId, assertionHash, expiresAt });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.used.delete({ expiresAt: LessThan(now) });
  }
}
