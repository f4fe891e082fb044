import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last stamp of a tenant. Taking one locks this row until the commit, so that stamps are in commit order. */
@Entity('progress_stamps')
export class ProgressStamp {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'bigint', unsigned: true })
  last!: number;
}
