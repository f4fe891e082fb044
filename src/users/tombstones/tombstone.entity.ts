import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A key of a person who was erased: the ID, a legacyNumber or an e-mail key that the person had, as a keyed hash. A
 * person has one row for each, which are never deleted, so that no source brings the person back.
 */
@Entity('tombstones')
@Index('ix_tombstones_user', ['tenantId', 'userId'])
export class Tombstone {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'binary', length: 32 })
  keyHash!: Buffer;

  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'datetime', precision: 3 })
  erasedAt!: Date;
}
