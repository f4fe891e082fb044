import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { InTransaction } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserPlaces } from '../model/places/user-places.js';
import type { User } from '../model/user.entity.js';
import { USER_ERASED } from './tombstone-facts.js';

/** Shows who was erased to those who keep a copy of the people. */
@Injectable()
export class RemovalsListener {
  constructor(private readonly places: UserPlaces) {}

  @InTransaction(USER_ERASED)
  leave(scope: Scope, transaction: Transaction, { id }: User): Promise<void> {
    this.places.leave(scope, transaction, id);
    return Promise.resolve();
  }
}
