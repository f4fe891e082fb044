import { Injectable } from '@nestjs/common';

import { KeyedHashes } from '../../secrets/keyed-hashes.js';
import type { Scope } from '../../tenancy/scope.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';

/** Hashes what people are known by, so that it cannot be guessed from a copy of the database. */
@Injectable()
export class TombstoneKeys {
  constructor(private readonly hashes: KeyedHashes) {}

  /** Of an ID or a legacyNumber: what a caller sends does not tell which of the two it is. */
  ofNumber({ tenantId }: Pick<Scope, 'tenantId'>, externalId: string): Buffer {
    return this.hash(`${tenantId} number ${externalId}`);
  }

  ofEmail({ tenantId }: Pick<Scope, 'tenantId'>, email: string): Buffer {
    return this.hash(`${tenantId} email ${emailKeyOf(email)}`);
  }

  ofUser(scope: Pick<Scope, 'tenantId'>, { id, legacyNumber, email }: User): Buffer[] {
    const numbers = legacyNumber === null || legacyNumber === id ? [id] : [id, legacyNumber];
    return [...numbers.map((number) => this.ofNumber(scope, number)), this.ofEmail(scope, email)];
  }

  private hash(text: string): Buffer {
    return this.hashes.of('tombstones', text);
  }
}
