import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A credential that reads the feed of changes. */
@Entity('feed_readers')
@Index('ix_feed_readers_seen', ['tenantId', 'lastReadAt'])
export class FeedReader {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  apiKey!: string;

  @Column({ type: 'datetime', precision: 3 })
  lastReadAt!: Date;

  /** The first reading since the last gap of more than 36 hours. */
  @Column({ type: 'datetime', precision: 3 })
  dailySince!: Date;

  /** Of the events that it asked for last: comma-separated. */
  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  scopes!: string;

  /** Resets of the sandbox before; each restarts the stamps. */
  @Column({ type: 'int', unsigned: true })
  resets!: number;

  /** With `ordinal`: the place behind what it was handed last. */
  @Column({ type: 'bigint', unsigned: true })
  stamp!: number;

  @Column({ type: 'int', unsigned: true })
  ordinal!: number;
}
