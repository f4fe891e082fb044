import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A key of a person who was erased: the ID, a legacyNumber or an e-mail key that the person had, as a keyed hash. A
 * person has one row for each, so that no source brings the person back. An administrator may release a legacyNumber or
 * an e-mail key that is another person's; the ID stays for good.
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
