import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The last stamp of a tenant. Taking one locks this row until the commit, so that stamps are in commit order. The table
 * has the name of what was stamped first.
 */
@Entity('progress_stamps')
export class ChangeStamp {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'bigint', unsigned: true })
  last!: number;
}
