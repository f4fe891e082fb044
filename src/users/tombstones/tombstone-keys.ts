import { createHmac } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { SERVER_KEY } from '../../tenancy/server-key.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';

/** Hashes the keys of people under a key derived from the server key: without it no key can be guessed and compared. */
@Injectable()
export class TombstoneKeys {
  private readonly key: Buffer;

  constructor(@Inject(SERVER_KEY) serverKey: string) {
    this.key = createHmac('sha256', serverKey).update('tombstones').digest();
  }

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
    return createHmac('sha256', this.key).update(text).digest();
  }
}
