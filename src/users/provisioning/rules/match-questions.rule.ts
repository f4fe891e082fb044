import { Injectable } from '@nestjs/common';

import { TransactionEvents } from '../../../events/transaction-events.js';
import type { BatchRule, WrittenBatch } from '../../batch/batch-rule.js';
import { MATCH_ASKED } from '../../matching/questions.js';
import type { Plan } from '../../model/outcome.js';

/** Announces what the rows ask an administrator; the decisions that answer it are read with the people. */
@Injectable()
export class MatchQuestionsRule implements BatchRule {
  constructor(private readonly events: TransactionEvents) {}

  async announce({ scope, transaction }: WrittenBatch, { questions }: Plan): Promise<void> {
    if (questions.length > 0) await this.events.announce(scope, transaction, MATCH_ASKED, questions);
  }
}
