import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { KeptMappingNotFound, TooManyKeptMappings } from '../../errors/feed.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { encodingOf, mappingOf } from '../upload/file-options.js';
import type { KeptMapping } from './kept-mapping.entity.js';
import { KeptMappingsRepository } from './kept-mappings.repository.js';

/** The pages read all of them when a file is chosen. */
export const MOST_KEPT = 100;

/** How files of a sender are read. */
export type Reading = Pick<KeptMapping, 'columnsHash' | 'mapping' | 'encoding' | 'blankClears'>;

function readingOf({ columnsHash, mapping, encoding, blankClears }: Reading): Reading {
  return { columnsHash, mapping, encoding, blankClears };
}

/** Mappings that administrators keep for the next file of a sender. */
@Injectable()
export class KeptMappingsService {
  constructor(
    private readonly mappings: KeptMappingsRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  list(scope: Pick<Scope, 'tenantId'>): Promise<KeptMapping[]> {
    return this.mappings.list(scope);
  }

  /**
   * Keeps the mapping under the name of the sender, in place of an earlier one; the same again does nothing.
   * @throws {ValidationFailed} when the mapping or the encoding is not valid
   * @throws {TooManyKeptMappings}
   */
  keep(scope: Scope, sender: string, reading: Reading): Promise<KeptMapping> {
    mappingOf(reading.mapping);
    encodingOf(reading.encoding);
    return this.unitOfWork.run(async (transaction) => {
      const known = await this.mappings.lock(scope, transaction, sender);
      if (known !== null && JSON.stringify(readingOf(known)) === JSON.stringify(readingOf(reading)))
        return known;
      if (known === null && (await this.mappings.count(scope, transaction)) >= MOST_KEPT)
        throw new TooManyKeptMappings(MOST_KEPT);
      const { tenantId, actor } = scope;
      const kept = { tenantId, sender, ...readingOf(reading), changedAt: nowOf(scope), changedBy: actor };
      await this.mappings.replace(transaction, kept);
      await this.account(scope, transaction, 'file-mapping.kept', { sender, before: known, after: kept });
      return kept;
    });
  }

  /** @throws {KeptMappingNotFound} */
  remove(scope: Scope, sender: string): Promise<KeptMapping> {
    return this.unitOfWork.run(async (transaction) => {
      const known = await this.mappings.lock(scope, transaction, sender);
      if (known === null) throw new KeptMappingNotFound();
      await this.mappings.remove(scope, transaction, sender);
      await this.account(scope, transaction, 'file-mapping.removed', { sender, before: known, after: null });
      return known;
    });
  }

  private async account(
    scope: Scope,
    transaction: Transaction,
    action: 'file-mapping.kept' | 'file-mapping.removed',
    { sender, before, after }: { sender: string; before: Reading | null; after: Reading | null },
  ): Promise<void> {
    const [was, is] = [before, after].map((one) => (one === null ? null : { ...readingOf(one) }));
    const entry = { action, target: `file-mapping:${sender}`, before: was ?? null, after: is ?? null };
    await this.audit.record(scope, [entry], transaction);
  }
}
