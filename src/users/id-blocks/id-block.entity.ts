import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The next free 950 or 951 number of a tenant. */
@Entity('user_numbers')
export class IdBlock {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 3, charset: 'ascii', collation: 'ascii_bin' })
  prefix!: string;

  /** The next number that is in no block, without the prefix. */
  @Column({ type: 'bigint', unsigned: true })
  next!: number;
}
