import { Injectable, Logger } from '@nestjs/common';

import { explain } from '../../database/transaction/database-errors.js';
import { IdBlocks } from '../id-blocks/id-blocks.js';
import type { Outcome } from '../model/outcome.js';
import { AwaitedTotals } from '../statistics/awaited-totals.js';
import { type Batch, BatchAbandoned } from './batch.js';
import { chooseRoute, type RouteName } from './choose-route.js';
import { Attempts, type Failure, failureOf, RULES } from './failures.js';
import { Forecast } from './forecast.js';
import { canInsertUnseen } from './batch-keys.js';
import { InsertUnseenRoute } from './routes/insert-unseen.route.js';
import { LockFirstRoute } from './routes/lock-first.route.js';
import { LookFirstRoute } from './routes/look-first.route.js';
import type { Route } from './routes/route.js';

/** Creates and updates people, for single posts, bulk requests, the nightly command and invitations. */
@Injectable()
export class ProvisioningService {
  private readonly logger = new Logger(ProvisioningService.name);
  private readonly routes: Readonly<Record<RouteName, Route>>;

  constructor(
    private readonly forecast: Forecast,
    private readonly ids: IdBlocks,
    private readonly awaited: AwaitedTotals,
    insertUnseen: InsertUnseenRoute,
    lockFirst: LockFirstRoute,
    lookFirst: LookFirstRoute,
  ) {
    this.routes = { 'insert unseen': insertUnseen, 'lock first': lockFirst, 'look first': lookFirst };
  }

  /**
   * Creates or updates these people in input order (contract, 2.4) and commits once. One outcome per person: a person
   * who cannot be provisioned is refused alone and changes nothing.
   * @throws {BatchAbandoned} when an indivisible batch is ended by its companion
   */
  async provision(batch: Batch): Promise<readonly Outcome[]> {
    const attempts = new Attempts(batch.people.length);
    for (;;) {
      try {
        const outcomes = await this.routeOf(batch, attempts).run(batch);
        this.awaited.count(batch.scope, outcomes);
        batch.named?.addRows(batch.people, outcomes);
        return outcomes;
      } catch (error) {
        if (error instanceof BatchAbandoned) throw error;
        await batch.before;
        const failure = failureOf(error);
        if (failure === 'ID taken') await this.ids.discardTaken(batch.scope);
        if (!attempts.fail(failure)) return this.giveUp(batch, failure, error);
      }
    }
  }

  private routeOf({ scope, people, companion }: Batch, { hasFailed }: Attempts): Route {
    const expected = this.forecast.of(scope);
    const hasCompanion = companion !== undefined;
    const situation = { expected, canInsertUnseen: canInsertUnseen(people), hasCompanion, hasFailed };
    return this.routes[chooseRoute(situation)];
  }

  /** Halves the batch, until the person who makes it fail is alone. */
  private async giveUp(batch: Batch, failure: Failure, error: unknown): Promise<readonly Outcome[]> {
    const { isHalved, refusal } = RULES[failure];
    const { scope, people, companion } = batch;
    if (isHalved && people.length > 1 && companion?.isIndivisible !== true) {
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
