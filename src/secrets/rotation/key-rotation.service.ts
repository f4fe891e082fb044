import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { type HashedSecret, HashedSecrets } from '../hashed-secrets.js';
import { KnownKeys } from '../known-keys.js';
import { type SealedColumn, SealedColumns } from '../sealed-columns.js';
import { ServerKeys } from '../server-keys.js';
import { type SealedRow, SealedRowsRepository } from './sealed-rows.repository.js';

/** Boxes of one step, which is one transaction. */
const BOXES_OF_STEP = 200;
/** The names that are shown of those that are still under another key. */
const MOST_NAMES = 10;

/** A server key with which the database was used. */
export interface UsedKey {
  readonly keyId: string;
  readonly inUseSince: Date;
  readonly isInUse: boolean;
  /** Whether this process has it. */
  readonly isGiven: boolean;
}

/** How many boxes, or hashes, of one kind are under which key. */
export interface KindCounts {
  readonly kind: string;
  readonly current: number;
  /** Under the other keys that this process has. */
  readonly previous: number;
  /** Under none of its keys, or damaged. */
  readonly unreadable: number;
}

export interface HashCounts extends KindCounts {
  /** Some of those that are not under the current key. */
  readonly names: readonly string[];
}

/** What is under which key. */
export interface RotationStatus {
  readonly currentKeyId: string;
  readonly keys: readonly UsedKey[];
  readonly sealed: readonly KindCounts[];
  readonly hashes: readonly HashCounts[];
}

/** What a rotation did, or would do. */
export interface SealedAgain {
  readonly kind: string;
  readonly sealedAgain: number;
  readonly unreadable: number;
}

/** Changes the server key: what is sealed is sealed again; what is hashed follows when it is used. */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly keys: ServerKeys,
    private readonly known: KnownKeys,
    private readonly columns: SealedColumns,
    private readonly hashed: HashedSecrets,
    private readonly rows: SealedRowsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async status(): Promise<RotationStatus> {
    const stored = await this.known.list();
    const sealed: KindCounts[] = [];
    for (const column of this.columns.all) sealed.push(await this.countBoxes(column));
    const hashes: HashCounts[] = [];
    for (const secret of this.hashed.all) hashes.push(await this.countHashes(secret));
    return {
      currentKeyId: this.keys.current.id,
      keys: stored.map(({ keyId, inUseSince }, index) => ({
        keyId,
        inUseSince,
        isInUse: index === 0,
        isGiven: this.keys.has(keyId),
      })),
      sealed,
      hashes,
    };
  }

  /**
   * Makes the current key the one in use and seals what is under another key again, in small steps; a run that was
   * interrupted is finished by the next one. Then the other keys do not open the hash key any more.
   */
  async rotate(isDryRun: boolean): Promise<SealedAgain[]> {
    if (!isDryRun) await this.known.use(this.keys);
    const results: SealedAgain[] = [];
    for (const column of this.columns.all) results.push(await this.sealAgain(column, isDryRun));
    if (!isDryRun) await this.known.retireOthers(this.keys);
    return results;
  }

  private async sealAgain(column: SealedColumn, isDryRun: boolean): Promise<SealedAgain> {
    const { kind, ownerOf } = column;
    const box = this.columns.boxOf(column);
    let [sealedAgain, unreadable] = [0, 0];
    for await (const rows of this.pages(column)) {
      const old = rows.filter((row) => !box.isCurrent(ownerOf(row.key), row.box));
      const opened = old.flatMap((row) => {
        const plain = box.openBytes(ownerOf(row.key), row.box);
        return plain === undefined ? [] : [{ row, sealed: box.seal(ownerOf(row.key), plain) }];
      });
      sealedAgain += opened.length;
      unreadable += old.length - opened.length;
      if (isDryRun || opened.length === 0) continue;
      await this.unitOfWork.run(async (transaction) => {
        for (const { row, sealed } of opened) await this.rows.replace(transaction, column, row, sealed);
      });
    }
    return { kind, sealedAgain, unreadable };
  }

  private async countBoxes(column: SealedColumn): Promise<KindCounts> {
    const { kind, ownerOf } = column;
    const box = this.columns.boxOf(column);
    const counts = { current: 0, previous: 0, unreadable: 0 };
    for await (const rows of this.pages(column))
      for (const row of rows) {
        const owner = ownerOf(row.key);
        if (box.isCurrent(owner, row.box)) counts.current += 1;
        else if (box.openBytes(owner, row.box) === undefined) counts.unreadable += 1;
        else counts.previous += 1;
      }
    return { kind, ...counts };
  }

  private async countHashes(secret: HashedSecret): Promise<HashCounts> {
    const counts = { current: 0, previous: 0, unreadable: 0 };
    const others: string[] = [];
    for (const { keyId, count } of await secret.countByKey()) {
      const isCurrent = keyId === this.keys.current.id;
      counts[isCurrent ? 'current' : this.keys.has(keyId) ? 'previous' : 'unreadable'] += Number(count);
      if (!isCurrent) others.push(keyId);
    }
    const names = others.length === 0 ? [] : await secret.namesUnder(others, MOST_NAMES);
    return { kind: secret.kind, ...counts, names };
  }

  private async *pages(column: SealedColumn): AsyncGenerator<SealedRow[]> {
    let last: SealedRow | undefined;
    do {
      const rows = await this.rows.page(column, last, BOXES_OF_STEP);
      if (rows.length > 0) yield rows;
      last = rows.length < BOXES_OF_STEP ? undefined : rows.at(-1);
    } while (last !== undefined);
  }
}
