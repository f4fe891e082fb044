import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What one credential did for one target system in ten minutes. The slots are those of one day and are used again the
 * next day, so that a connector has at most so many rows, and nothing is ever deleted.
 */
@Entity('sync_connector_tallies')
export class SyncConnectorTally {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** As the item's, blank where that is null. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  apiKey!: string;

  /** Which ten minutes of a day. */
  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  slot!: number;

  @PrimaryColumn({ type: 'tinyint', unsigned: true })
  part!: number;

  /** The beginning of the ten minutes that the counts are of. */
  @Column({ type: 'datetime', precision: 3 })
  since!: Date;

  @Column({ type: 'int', unsigned: true })
  claimed!: number;

  @Column({ type: 'int', unsigned: true })
  sent!: number;

  @Column({ type: 'int', unsigned: true })
  failed!: number;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  lastClaimAt!: Date | null;
}
