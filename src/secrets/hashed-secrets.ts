import { Injectable } from '@nestjs/common';

/** How many hashes there are under one server key. */
export interface HashCount {
  readonly keyId: string;
  /** As the server sends it. */
  readonly count: number | string;
}

/** One kind of secrets that callers show and of which hashes are stored. */
export interface HashedSecret {
  /** What operators call them, such as `secrets of API keys`. */
  readonly kind: string;
  /** Those that still work. */
  countByKey(): Promise<HashCount[]>;
  /** What operators call some of those under these keys, such as the API keys themselves. */
  namesUnder(keyIds: readonly string[], most: number): Promise<string[]>;
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
