import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

import { StartupProblem } from '../errors/startup-problem.js';
import { KnownKeys, type OpenedKeys } from './known-keys.js';
import { SealedRowsRepository } from './rotation/sealed-rows.repository.js';
import { SealedColumns } from './sealed-columns.js';

export const OPENED_KEYS = Symbol('OPENED_KEYS');

/**
 * The database of a version that noted no key may have boxes. At the first start on it, a key that opens none of them
 * is not the one with which it was used.
 */
@Injectable()
export class FirstStartCheck implements OnModuleInit {
  constructor(
    private readonly columns: SealedColumns,
    private readonly rows: SealedRowsRepository,
    private readonly known: KnownKeys,
    @Inject(OPENED_KEYS) private readonly opened: OpenedKeys,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.opened.isFirst) return;
    let unreadable = 0;
    for (const column of this.columns.all) {
      const box = this.columns.boxOf(column);
      for (const row of await this.rows.page(column, undefined, 10)) {
        if (box.openBytes(column.ownerOf(row.key), row.box) !== undefined) return;
        unreadable += 1;
      }
    }
    if (unreadable === 0) return;
    await this.known.forget(this.opened.keys);
    throw new StartupProblem(
      'The server key opens nothing that this database has sealed. Start with the key with which it was used: ' +
        'SERVER_KEY, or server.key in DATA_DIR. If it is lost, `npm run cli -- server-key adopt --yes` takes the key ' +
        'of this process.',
    );
  }
}
