import { Global, Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

import type { Fact } from './fact.js';
import { TransactionEvents } from './transaction-events.js';

/** Refuses every fact, so that none is announced past handlers that are not loaded. */
@Injectable()
class NoFacts extends TransactionEvents {
  override announce(
    _scope: unknown,
    _transaction: unknown,
    { name }: Pick<Fact<never, never, never>, 'name'>,
  ) {
    return Promise.reject(
      new Error(`${name} cannot be announced by a process without the rooms that handle it`),
    );
  }
}

/** In place of `EventsModule` in a process that has some rooms only. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [{ provide: TransactionEvents, useClass: NoFacts }],
  exports: [TransactionEvents],
})
export class NoFactsModule {}
