import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A target system of which nothing is handed out until an administrator resumes it. */
@Entity('sync_pauses')
export class SyncPause {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** As the item's, blank where that is null. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  @Column({ type: 'datetime', precision: 3 })
  pausedAt!: Date;

  @Column({ type: 'varchar', length: 128 })
  pausedBy!: string;

  @Column({ type: 'varchar', length: 500, nullable: true })
  reason!: string | null;
}
