import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Cleaned } from './mistaken-values.js';

/** The values that records had when forms were compared with them. */
@Injectable()
export class RecordedValuesRepository {
  /** Takes these out of the discrepancies of these submissions, which then belong to no group and have no undo. */
  async forget(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    submissionIds: readonly string[],
    values: Cleaned['values'],
  ): Promise<void> {
    const pairs = values
      .filter(({ value }) => typeof value === 'string' || typeof value === 'number')
      .map(({ field, value }) => [field, String(value)]);
    if (pairs.length === 0 || submissionIds.length === 0) return;
    await transaction.write(
      'UPDATE `discrepancies` SET `recorded` = NULL, `groupKey` = NULL, `effect` = NULL ' +
        'WHERE `tenantId` = ? AND `submissionId` IN (?) AND (`field`, `recorded`) IN (?)',
      [tenantId, submissionIds, pairs],
    );
  }
}
