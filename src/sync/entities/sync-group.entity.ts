import { Entity, PrimaryColumn } from 'typeorm';

/** One student's items for one target system, which are handed out in order. Locked while their order changes. */
@Entity('sync_groups')
export class SyncGroup {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  studentId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;
}
