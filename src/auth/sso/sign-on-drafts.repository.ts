import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { SignOnDraft } from './sign-on-draft.entity.js';

type TenantScope = Pick<Scope, 'tenantId'>;
type TestResult = Pick<
  SignOnDraft,
  'testedAt' | 'testedEmail' | 'testedSubject' | 'testedAffiliations' | 'testProblem' | 'testSentences'
>;

/** A tenant whose people can log in by single sign-on. */
export interface OfferingTenant {
  readonly tenantId: string;
  readonly tenantName: string;
}

@Injectable()
export class SignOnDraftsRepository {
  constructor(@InjectRepository(SignOnDraft) private readonly drafts: Repository<SignOnDraft>) {}

  find({ tenantId }: TenantScope): Promise<SignOnDraft | null> {
    return this.drafts.findOneBy({ tenantId });
  }

  /** Locks the draft until the transaction ends. */
  lock({ tenantId }: TenantScope, transaction: Transaction): Promise<SignOnDraft | null> {
    return transaction.entities((manager) =>
      manager.findOne(SignOnDraft, { where: { tenantId }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  async replace(scope: TenantScope, transaction: Transaction, draft: SignOnDraft): Promise<void> {
    await this.remove(scope, transaction);
    await transaction.entities((manager) => manager.insert(SignOnDraft, draft));
  }

  async remove({ tenantId }: TenantScope, transaction: Transaction): Promise<void> {
    await transaction.entities((manager) => manager.delete(SignOnDraft, { tenantId }));
  }

  /** Stores the result, unless the draft was changed since the test began. */
  async noteTest({ tenantId }: TenantScope, changedAt: Date, result: TestResult): Promise<void> {
    await this.drafts.update({ tenantId, changedAt }, result);
  }

  /**
   * The active tenants with single sign-on whose people have addresses of one of these domains. A sandbox is found by
   * its ID alone: its domain is made up.
   */
  offering(domains: readonly string[], most: number): Promise<OfferingTenant[]> {
    const sql =
      'SELECT t.`id` AS `tenantId`, t.`name` AS `tenantName` FROM `tenants` t ' +
      'JOIN `sign_on_settings` s ON s.`tenantId` = t.`id` ' +
      "WHERE t.`status` = 'active' AND t.`emailDomain` IN (?) AND t.`id` NOT LIKE 'sb%' " +
      'ORDER BY t.`name`, t.`id` LIMIT ?';
    return this.drafts.query(sql, [domains, most]);
  }
}
