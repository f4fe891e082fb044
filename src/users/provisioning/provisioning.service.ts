import { Injectable } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { IdBlocks } from '../id-blocks/id-blocks.js';
import type { Outcome } from '../model/outcome.js';
import { type Batch, BatchAbandoned } from '../batch/batch.js';
import { BatchRoutes, canInsertUnseen } from './batch-routes.js';
import { Attempts, type Failure, failureOf, RULES } from './failures.js';
import { Forecast } from './forecast.js';
import { LineLogger } from '../../log-lines/line-logger.js';

/** Creates and updates people, for single posts, bulk requests, the nightly command and invitations. */
@Injectable()
export class ProvisioningService {
  private readonly logger = new LineLogger(ProvisioningService.name);

  constructor(
    private readonly forecast: Forecast,
    private readonly ids: IdBlocks,
    private readonly routes: BatchRoutes,
  ) {}

  /**
   * Creates or updates these people in input order (contract, 2.4) and commits once. One outcome per person: a person
   * who cannot be provisioned is refused alone and changes nothing.
   * @throws {BatchAbandoned} when an indivisible batch is ended by its own rule
   */
  async provision(batch: Batch): Promise<readonly Outcome[]> {
    const attempts = new Attempts(batch.people.length);
    for (;;) {
      try {
        const outcomes = await this.attempt(batch, attempts);
        batch.options.named?.addRows(batch.sent, outcomes);
        return outcomes;
      } catch (error) {
        if (error instanceof BatchAbandoned) throw error;
        await batch.options.before;
        const failure = failureOf(error);
        if (failure === 'ID taken') await this.ids.discardTaken(batch.scope);
        if (!attempts.fail(failure)) return this.giveUp(batch, failure, error);
      }
    }
  }

  private attempt(batch: Batch, { hasFailed }: Attempts): Promise<readonly Outcome[]> {
    const { scope, people, options } = batch;
    return this.routes.run(batch, {
      expected: this.forecast.of(scope),
      canInsertUnseen: canInsertUnseen(people),
      hasOwnRule: options.rule !== undefined,
      hasFailed,
    });
  }

  /** Halves the batch, until the person who makes it fail is alone. */
  private async giveUp(batch: Batch, failure: Failure, error: unknown): Promise<readonly Outcome[]> {
    const { isHalved, refusal } = RULES[failure];
    const { scope, people, options } = batch;
    if (isHalved && people.length > 1 && options.rule?.isIndivisible !== true) {
      const [first, second] = batch.halves();
      return [...(await this.provision(first)), ...(await this.provision(second))];
    }
    if (failure === 'other') {
      const requestId = people[0]?.requestId ?? scope.requestId;
      this.logger.error({ msg: 'a person could not be provisioned', requestId, ...explain(error) });
    }
    return people.map(() => ({ kind: 'refused', refusal: new refusal() }));
  }
}
