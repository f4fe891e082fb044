import { Injectable } from '@nestjs/common';

import { ChangeFeed } from '../../change-feed/change-feed.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserPlaces } from '../model/places/user-places.js';
import type { User } from '../model/user.entity.js';
import { USER_ERASED } from './tombstone-facts.js';

/** Shows who was erased to those who keep a copy of the people. */
@Injectable()
export class RemovalsListener {
  constructor(
    private readonly places: UserPlaces,
    private readonly feed: ChangeFeed,
  ) {}

  @InTransaction(USER_ERASED)
  leave(scope: Scope, transaction: Transaction, { id }: User): Promise<void> {
    this.places.leave(scope, transaction, id);
    const data = { changed: [], run: scope.run ?? null, actor: scope.actor };
    this.feed.add(scope, transaction, [{ type: 'user.erased.v1', subject: id, data }]);
    return Promise.resolve();
  }
}
