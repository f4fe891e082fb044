import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the messages of one error group have in common. */
@Entity('sync_error_groups')
export class SyncErrorGroup {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  errorGroup!: string;

  /** The message, with ids, numbers and quoted values masked. */
  @Column({ type: 'varchar', length: 300 })
  text!: string;
}
