import { Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { Reader } from '../../database/transaction/reader.js';
import { LostConnections } from '../../database/connection/lost-connections.js';
import { memoryKeyOf, type Scope } from '../../tenancy/scope.js';
import { formatId, ID_PREFIXES, type IdPrefix } from '../model/user-ids.js';
import type { IdBlock } from './id-block.entity.js';
import { IdBlocksRepository } from './id-blocks.repository.js';
import { UsersRepository } from '../model/users.repository.js';

const SMALLEST_BLOCK = 16;
const LARGEST_BLOCK = 4096;
/** When there are more, the IDs of the least recently used block become a gap. */
const MOST_BLOCKS = 10_000;

interface Block extends Pick<IdBlock, 'tenantId' | 'prefix'> {
  /** The IDs of the block; they are taken from the end. */
  free: string[];
  size: number;
  /** The number after the last one that this process has taken. */
  next: number;
  /** Requests that come at once share one refill; a refill for each would multiply the gaps. */
  refill?: Promise<void> | undefined;
}

/** A batch has more new people than IDs were reserved for it. */
export class OutOfIds extends Error {}

/** Takes up to `count` IDs from the end; the last one comes first. */
function takeLast(ids: string[], count: number): string[] {
  return ids.splice(Math.max(0, ids.length - count), count).reverse();
}

/** IDs that one batch may use. */
export class ReservedIds {
  private readonly used: Record<IdPrefix, number> = { '950': 0, '951': 0 };

  constructor(
    private readonly ids: Readonly<Record<IdPrefix, readonly string[]>>,
    private readonly returnUnused: (prefix: IdPrefix, ids: readonly string[]) => void,
  ) {}

  /**
   * @throws {OutOfIds} when all are used
   */
  readonly take = (prefix: IdPrefix): string => {
    const id = this.ids[prefix][this.used[prefix]];
    if (id === undefined) throw new OutOfIds();
    this.used[prefix] += 1;
    return id;
  };

  /** Starts over with the same IDs: the transaction that used them was rolled back. */
  rewind(): void {
    for (const prefix of ID_PREFIXES) this.used[prefix] = 0;
  }

  /**
   * Returns the unused IDs to the block. Call it once, also after a failure. IDs that were used stay taken, unless
   * {@link rewind} was called: another user may have one of them.
   */
  giveBack(): void {
    for (const prefix of ID_PREFIXES) this.returnUnused(prefix, this.ids[prefix].slice(this.used[prefix]));
  }
}

/**
 * Hands out 950 and 951 IDs from blocks that this process has taken, so that inserts do not wait for one counter row.
 * Blocks grow with demand. What is left of them when the process ends becomes a gap (contract, 2.3: gaps are allowed).
 */
@Injectable()
export class IdBlocks {
  private readonly blocks = new BoundedCache<string, Block>({ most: MOST_BLOCKS });

  constructor(
    private readonly counters: IdBlocksRepository,
    private readonly users: UsersRepository,
    connections: LostConnections,
  ) {
    connections.onReturn(() => this.claimAgain());
  }

  /** Reserves that many IDs of each prefix, and takes another block when those of this process do not suffice. */
  async reserve(scope: Scope, need: Readonly<Record<IdPrefix, number>>): Promise<ReservedIds> {
    return this.reserved(scope, {
      '950': await this.takeFrom(scope, '950', need['950']),
      '951': await this.takeFrom(scope, '951', need['951']),
    });
  }

  /** Reserves up to that many of the IDs that this process has, without waiting. */
  reserveAtHand(scope: Scope, need: Readonly<Record<IdPrefix, number>>): ReservedIds {
    return this.reserved(scope, {
      '950': takeLast(this.block(scope, '950').free, need['950']),
      '951': takeLast(this.block(scope, '951').free, need['951']),
    });
  }

  /**
   * Drops the IDs at hand that a user has meanwhile, because a caller sent them (contract, 2.3). Otherwise each of them
   * would cost a failed insert.
   */
  async discardTaken(scope: Scope): Promise<void> {
    for (const prefix of ID_PREFIXES) {
      const block = this.block(scope, prefix);
      // A copy: while the look-up waits for a connection, other batches take from the block itself.
      const taken = await this.users.existing(scope, [...block.free]);
      block.free = block.free.filter((id) => !taken.has(id));
    }
  }

  /** The IDs that come next, without taking them: those at hand, then all from `next` on. */
  async peek(
    scope: Scope,
    prefix: IdPrefix,
    reader: Reader,
  ): Promise<{ atHand: readonly string[]; next: number }> {
    const next = await this.counters.peek(scope, prefix, reader);
    return { atHand: this.block(scope, prefix).free.toReversed(), next };
  }

  private reserved(scope: Scope, ids: Readonly<Record<IdPrefix, readonly string[]>>): ReservedIds {
    return new ReservedIds(ids, (prefix, unused) => {
      this.block(scope, prefix).free.push(...unused.toReversed());
    });
  }

  private async takeFrom(scope: Scope, prefix: IdPrefix, count: number): Promise<string[]> {
    const block = this.block(scope, prefix);
    while (block.free.length < count) {
      block.refill ??= this.fill(scope, prefix, block, count - block.free.length);
      await block.refill;
    }
    return takeLast(block.free, count);
  }

  /** Leaves out the IDs of the block that users have already, because callers sent them (contract, 2.3). */
  private async fill(scope: Scope, prefix: IdPrefix, block: Block, missing: number): Promise<void> {
    try {
      block.size = Math.min(Math.max(block.size * 2, missing), LARGEST_BLOCK);
      const first = await this.counters.take(scope, prefix, block.size, block.next);
      block.next = first + block.size;
      const ids = Array.from({ length: block.size }, (_, index) => formatId(prefix, first + index));
      const taken = await this.users.existing(scope, ids);
      block.free = [...ids.filter((id) => !taken.has(id)).reverse(), ...block.free];
    } finally {
      block.refill = undefined;
    }
  }

  /**
   * A server that has lost commits may have lost the blocks of this process and would give them to another process. Two
   * people would get the same ID.
   */
  private claimAgain(): Promise<void> {
    const taken = [...this.blocks.values()].filter(({ next }) => next > 1);
    return this.counters.raise(taken.map(({ tenantId, prefix, next }) => ({ tenantId, prefix, next })));
  }

  private block(scope: Scope, prefix: IdPrefix): Block {
    const key = `${memoryKeyOf(scope)}:${prefix}`;
    const known = this.blocks.get(key);
    if (known !== undefined) return known;
    const block = { tenantId: scope.tenantId, prefix, free: [], size: SMALLEST_BLOCK / 2, next: 1 };
    this.blocks.set(key, block);
    return block;
  }
}
