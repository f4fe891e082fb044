import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A place that a person had in the order of changes. It is kept for a while after the person has changed again, so that
 * a walk that began before finds the person there.
 */
@Entity('user_places')
@Index('ix_user_places_user', ['tenantId', 'userId'])
export class UserPlace {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** The stamp of the next change. */
  @PrimaryColumn({ type: 'bigint', unsigned: true })
  supersededBy!: number;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'bigint', unsigned: true })
  stamp!: number;
}
