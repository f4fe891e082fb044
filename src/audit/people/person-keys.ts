import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { SealedColumns } from '../../secrets/sealed-columns.js';
import { SecretBox } from '../../secrets/secret-box.js';
import type { Scope } from '../../tenancy/scope.js';
import { PersonKeysRepository } from './person-keys.repository.js';

type Tenant = Pick<Scope, 'tenantId'>;

/** What the keys of people are sealed for, and what their boxes are. */
const KEYS = 'audit person keys';
const BOXES = 'audit boxes';

/**
 * The keys under which people are named in audit entries, one for each person. They are sealed under the server key,
 * for the person alone and not for the tenant: the entries of a sandbox are copied from its template.
 */
@Injectable()
export class PersonKeys {
  private readonly box: SecretBox;

  constructor(
    private readonly keys: PersonKeysRepository,
    columns: SealedColumns,
  ) {
    this.box = columns.declare({
      kind: 'keys of people in the audit log',
      table: 'audit_person_keys',
      column: 'sealedKey',
      key: ['tenantId', 'userId'],
      purpose: KEYS,
      ownerOf: ({ userId = '' }) => userId,
    });
  }

  /** The keys that can be read, by person. */
  async find(scope: Tenant, reader: Reader, owners: readonly string[]): Promise<Map<string, SecretBox>> {
    const found = owners.length === 0 ? [] : await this.keys.find(scope, reader, owners);
    return new Map(
      found.flatMap(({ userId, sealedKey }) => {
        const key = sealedKey === null ? undefined : this.box.open(userId, sealedKey);
        return key === undefined ? [] : [[userId, new SecretBox(key, BOXES)] as const];
      }),
    );
  }

  /** The same, with new keys for people who have none. Those who were erased get none. */
  async findOrMake(
    scope: Tenant,
    transaction: Transaction,
    owners: readonly string[],
  ): Promise<Map<string, SecretBox>> {
    const known = await this.find(scope, transaction, owners);
    const missing = owners.filter((owner) => !known.has(owner));
    if (missing.length === 0) return known;
    const made = missing.map((userId) => ({
      userId,
      sealedKey: this.box.seal(userId, randomBytes(32).toString('hex')),
    }));
    await this.keys.add(scope, transaction, made);
    // Read again: another transaction may have been first, and an erased person keeps a row without a key.
    return this.find(scope, transaction, owners);
  }

  async erase(scope: Tenant, transaction: Transaction, userId: string): Promise<void> {
    await this.keys.erase(scope, transaction, userId);
  }

  async remove(scope: Tenant, transaction: Transaction, owners: readonly string[]): Promise<void> {
    if (owners.length > 0) await this.keys.remove(scope, transaction, owners);
  }
}
