import { type DynamicModule, Global, Module } from '@nestjs/common';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { HashedSecrets } from './hashed-secrets.js';
import { KeyedHashes } from './keyed-hashes.js';
import { type AcceptedKeys, KnownKeys, type OpenedKeys } from './known-keys.js';
import { readServerKeys } from './read-server-keys.js';
import { KeyRotation } from './rotation/key-rotation.service.js';
import { SealedRowsRepository } from './rotation/sealed-rows.repository.js';
import { SealedColumns } from './sealed-columns.js';
import { ServerKeys } from './server-keys.js';
import { StoredServerKeysRepository } from './stored-server-keys.repository.js';

const OPENED_KEYS = Symbol('OPENED_KEYS');

/** The server key and what depends on it. Nothing that uses a key exists before the keys are known to fit. */
@Global()
@Module({})
export class SecretsModule {
  static with(accepted: AcceptedKeys = 'known'): DynamicModule {
    return {
      module: SecretsModule,
      providers: [
        StoredServerKeysRepository,
        KnownKeys,
        {
          provide: OPENED_KEYS,
          useFactory: async (config: Config, known: KnownKeys): Promise<OpenedKeys> =>
            known.open(await readServerKeys(config), accepted),
          inject: [CONFIG, KnownKeys],
        },
        { provide: ServerKeys, useFactory: ({ keys }: OpenedKeys) => keys, inject: [OPENED_KEYS] },
        { provide: KeyedHashes, useFactory: ({ hashes }: OpenedKeys) => hashes, inject: [OPENED_KEYS] },
        SealedColumns,
        HashedSecrets,
        SealedRowsRepository,
        KeyRotation,
      ],
      exports: [ServerKeys, KeyedHashes, SealedColumns, HashedSecrets, KeyRotation],
    };
  }
}
