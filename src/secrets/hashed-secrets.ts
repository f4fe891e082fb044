import { Injectable } from '@nestjs/common';

/** How many hashes there are under one server key. */
export interface HashCount {
  /** Null: written by a version that knew of one key only. */
  readonly keyId: string | null;
  /** As the server sends it. */
  readonly count: number | string;
}

/** A condition of SQL for hashes under these keys; null is one of them. */
export function underKeys(column: string, keyIds: readonly (string | null)[]): [string, unknown[]] {
  const noted = keyIds.filter((keyId) => keyId !== null);
  const isUnnoted = noted.length < keyIds.length ? ` OR ${column} IS NULL` : '';
  return [`(${column} IN (?)${isUnnoted})`, [noted.length === 0 ? [''] : noted]];
}

/** One kind of secrets that callers show and of which hashes are stored. */
export interface HashedSecret {
  /** What operators call them, such as `secrets of API keys`. */
  readonly kind: string;
  /** Those that still work. */
  countByKey(): Promise<HashCount[]>;
  /** What operators call some of those under these keys, such as the API keys themselves. */
  namesUnder(keyIds: readonly (string | null)[], most: number): Promise<string[]>;
}

/**
 * The stored hashes of secrets. A hash cannot be made again without its secret, so it stays under its server key until
 * the secret is used. A repository that stores such hashes declares them here, and `server-key status` counts them.
 */
@Injectable()
export class HashedSecrets {
  private readonly declared: HashedSecret[] = [];

  get all(): readonly HashedSecret[] {
    return this.declared;
  }

  declare(secret: HashedSecret): void {
    this.declared.push(secret);
  }
}
