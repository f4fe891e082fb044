import { Entity, Index, PrimaryColumn } from 'typeorm';

/** That a person was erased, at the place of the erasure in the order of changes. */
@Entity('user_removals')
@Index('ix_user_removals_user', ['tenantId', 'userId'])
export class UserRemoval {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'bigint', unsigned: true })
  stamp!: number;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;
}
