import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { CounterKind } from './counter-kinds.js';

/** A part of a counter; `counters/counter.ts` says what is counted. The sum of the parts counts. */
@Entity('sync_counters')
@Index('ix_sync_counters_kind', ['kind'])
export class SyncCounter {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  kind!: CounterKind;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  /** A form type, an error group or a credential; blank where the kind has none. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  name!: string;

  /** Which ten minutes of a day, from 1 on; 0 for a counter that never begins anew. */
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  period!: number;

  /** Writers take one at random, so that they seldom wait for each other. */
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  part!: number;

  /** May be negative in one part; never in the sum. */
  @Column({ type: 'bigint' })
  count!: number;

  /** When something was first counted; for ten minutes, their beginning. */
  @Column({ type: 'datetime', precision: 3 })
  firstAt!: Date;

  /** When something was last added. */
  @Column({ type: 'datetime', precision: 3 })
  lastAt!: Date;
}
