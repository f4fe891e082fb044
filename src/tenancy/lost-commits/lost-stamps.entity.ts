import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Stamps of a tenant up to `upTo` are refused, and none is given again: some were given to lost commits. */
@Entity('lost_stamps')
export class LostStamps {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'bigint', unsigned: true })
  upTo!: number;

  /** 0: read by processes of before alone, which refuse the stamps after it. It goes when none of them runs. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  after!: number;

  @Column({ type: 'bigint', unsigned: true })
  lossId!: number;

  /** Whether a process knows of a commit of this tenant that was lost. */
  @Column({ type: 'boolean' })
  isKnown!: boolean;
}
