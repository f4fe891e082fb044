import { Injectable } from '@nestjs/common';

import type { SecretBox } from './secret-box.js';
import { ServerKeys } from './server-keys.js';

/** A column with boxes, one for each row that has a value. */
export interface SealedColumn {
  /** What operators call it, such as `client secrets of single sign-on`. */
  readonly kind: string;
  readonly table: string;
  readonly column: string;
  /** The primary key, in its order. */
  readonly key: readonly string[];
  /** What its encryption key is derived for. Columns between which boxes are copied have the same one. */
  readonly purpose: string;
  /** For whom the box of a row is sealed. */
  readonly ownerOf: (key: Readonly<Record<string, string>>) => string;
}

/**
 * The columns whose values are sealed under the server key. A class that writes one declares it here and gets its box;
 * so `server-key rotate` seals each of them again.
 *
 * ```ts
 * this.box = columns.declare({
 *   kind: 'keys of people',
 *   table: 'person_keys',
 *   column: 'sealedKey',
 *   key: ['tenantId', 'userId'],
 *   purpose: 'person keys',
 *   ownerOf: ({ tenantId = '', userId = '' }) => `${tenantId}:${userId}`,
 * });
 * const sealedKey = this.box.seal(`${tenantId}:${userId}`, key);
 * ```
 */
@Injectable()
export class SealedColumns {
  private readonly declared = new Map<string, SealedColumn>();

  constructor(private readonly keys: ServerKeys) {}

  get all(): readonly SealedColumn[] {
    return [...this.declared.values()];
  }

  /** Several classes may declare the same column. */
  declare(column: SealedColumn): SecretBox {
    this.declared.set(`${column.table}.${column.column}`, column);
    return this.boxOf(column);
  }

  boxOf({ purpose }: Pick<SealedColumn, 'purpose'>): SecretBox {
    return this.keys.box(purpose);
  }
}
