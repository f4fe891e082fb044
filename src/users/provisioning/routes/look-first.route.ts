import { Injectable } from '@nestjs/common';
import { nowOf } from '../../../tenancy/tenant-clock.js';

import { DeprovisioningLimits } from '../../deprovisioning-limits/deprovisioning-limits.js';
import { IdBlocks } from '../../id-blocks/id-blocks.js';
import { CandidateIndex } from '../../matching/candidate-index.js';
import { MatchDecisionsRepository } from '../../matching/match-decisions.repository.js';
import { planBatch } from '../../matching/plan-batch.js';
import type { Outcome } from '../../model/outcome.js';
import { UsersRepository } from '../../model/users.repository.js';
import { ErasedPeople } from '../../tombstones/erased-people.js';
import { BodyHashes } from '../../unchanged-bodies/body-hashes.js';
import type { Batch } from '../batch.js';
import { keysOf, PlaceholderIds, withNamedIds } from '../batch-keys.js';
import { BatchTransaction } from '../batch-transaction.js';
import type { Route } from './route.js';

/**
 * For people who may be unchanged, like most of a nightly file: reads without locks and plans. When nothing is to be
 * written, this one round trip is all. Otherwise the people found are locked and planned again, because they may have
 * changed. The first plan only tells whether there is work and how many IDs it takes.
 */
@Injectable()
export class LookFirstRoute implements Route {
  constructor(
    private readonly ids: IdBlocks,
    private readonly users: UsersRepository,
    private readonly limits: DeprovisioningLimits,
    private readonly hashes: BodyHashes,
    private readonly transaction: BatchTransaction,
    private readonly decisions: MatchDecisionsRepository,
    private readonly erased: ErasedPeople,
  ) {}

  async run(batch: Batch): Promise<readonly Outcome[]> {
    await batch.before;
    const { scope, people, companion, named } = batch;
    const keys = keysOf(people);
    const decisions = await this.decisions.about(scope, keys.externalIds);
    const found = await this.users.findCandidates(scope, {
      ...keys,
      externalIds: [...new Set([...keys.externalIds, ...decisions.userIds])],
    });
    const placeholders = new PlaceholderIds();
    const preview = planBatch(
      scope,
      people,
      new CandidateIndex(found, decisions, named),
      placeholders.take,
      nowOf(scope),
      (...body) => this.hashes.of(scope, ...body),
    );
    const { outcomes, changes, bodiesToRemember, confirmed, questions } = preview;
    const writes = changes.length + bodiesToRemember.length + confirmed.length;
    const changesNothing = writes === 0 && companion === undefined;
    // A row about an erased person may find another one by address, or ask a question.
    const meetsErased =
      changesNothing && (await this.erased.among(scope, people, { stored: found, decisions })).size > 0;
    if (changesNothing && !meetsErased && !(await this.limits.withdrawsHolds(scope, people, outcomes))) {
      await this.transaction.tellAsked(scope, questions);
      return outcomes;
    }

    const ids = await this.ids.reserve(scope, withNamedIds(placeholders.count, people));
    const foundIds = found.map(({ id }) => id);
    return this.transaction.run(batch, ids, (transaction) => this.users.lock(scope, transaction, foundIds));
  }
}
