import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import type { HeldRequest } from './held-request.entity.js';

/** What the decision about a hold found. */
export type FoundByDecision = Pick<HeldRequest, 'lastChange' | 'formerRule'>;

/** What is stored of the decision of an administrator about a hold; one that is closed otherwise has nothing of it. */
@Injectable()
export class HoldDecisionsRepository {
  /** @param found by hold; its `lastChange` is 0 where the history of its person had no entry */
  async note(
    { tenantId }: Scope,
    transaction: Transaction,
    found: ReadonlyMap<string, FoundByDecision>,
  ): Promise<void> {
    const cases = `CASE \`id\` ${[...found].map(() => 'WHEN ? THEN ?').join(' ')} END`;
    const lastChanges = [...found].flatMap(([id, { lastChange }]) => [id, lastChange]);
    const rules = [...found].flatMap(([id, { formerRule }]) => [
      id,
      formerRule === null ? null : JSON.stringify(formerRule),
    ]);
    await transaction.write(
      `UPDATE \`held_requests\` SET \`lastChange\` = ${cases}, \`formerRule\` = ${cases}
        WHERE \`tenantId\` = ? AND \`id\` IN (?)`,
      [...lastChanges, ...rules, tenantId, [...found.keys()]],
    );
  }
}
