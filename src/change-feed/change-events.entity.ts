import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { FeedScope } from './change-types.js';

/**
 * Events of one commit that credentials of one scope may read, at their place in the order of commits. Up to a thousand
 * share a row: a nightly upload writes a row for each batch.
 */
@Entity('change_events')
export class ChangeEvents {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'bigint', unsigned: true })
  stamp!: number;

  /** The place of the last event of the row within the commit. */
  @PrimaryColumn({ type: 'int', unsigned: true })
  lastOrdinal!: number;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  scope!: FeedScope;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  /** See `packed-events.ts`. Null: this event and all before it were forgotten. */
  @Column({ type: 'mediumtext', nullable: true })
  events!: string | null;
}
