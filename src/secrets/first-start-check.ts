import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

import { StartupProblem } from '../errors/startup-problem.js';
import { KnownKeys, type OpenedKeys } from './known-keys.js';
import { type SealedRow, SealedRowsRepository } from './rotation/sealed-rows.repository.js';
import { SealedColumns } from './sealed-columns.js';

export const OPENED_KEYS = Symbol('OPENED_KEYS');

const AT_ONCE = 200;

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
    if (!this.opened.isUnchecked) return;
    if (await this.isRefused()) {
      await this.known.forget(this.opened.keys);
      throw new StartupProblem(
        'The server key opens nothing that this database has sealed. Start with the key with which it was used: ' +
          'SERVER_KEY, or server.key in DATA_DIR. If it is lost, `server-key adopt --yes` in a terminal takes the ' +
          'key of this process.',
      );
    }
    await this.known.noteChecked(this.opened.keys);
  }

  /** Whether there are boxes, and the key opens none of them. */
  private async isRefused(): Promise<boolean> {
    let isAny = false;
    for (const column of this.columns.all) {
      const box = this.columns.boxOf(column);
      let last: SealedRow | undefined;
      do {
        const rows = await this.rows.page(column, last, AT_ONCE);
        isAny ||= rows.length > 0;
        if (rows.some(({ key, box: sealed }) => box.openBytes(column.ownerOf(key), sealed) !== undefined))
          return false;
        last = rows.length < AT_ONCE ? undefined : rows.at(-1);
      } while (last !== undefined);
    }
    return isAny;
  }
}
