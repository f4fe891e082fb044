import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';

/** What is stored of the decision of an administrator about a hold; one that is closed otherwise has nothing of it. */
@Injectable()
export class HoldDecisionsRepository {
  /** @param lastChanges by hold, the last entry in the history of its person before the decision; 0 for none */
  async note(
    { tenantId }: Scope,
    transaction: Transaction,
    lastChanges: ReadonlyMap<string, number>,
  ): Promise<void> {
    const cases = [...lastChanges].map(() => 'WHEN ? THEN ?').join(' ');
    await transaction.write(
      `UPDATE \`held_requests\` SET \`lastChange\` = CASE \`id\` ${cases} END WHERE \`tenantId\` = ? AND \`id\` IN (?)`,
      [...[...lastChanges].flat(), tenantId, [...lastChanges.keys()]],
    );
  }
}
