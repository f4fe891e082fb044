import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the 950 or 951 numbers of a tenant have been handed out. */
@Entity('user_numbers')
export class IdBlock {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 3, charset: 'ascii', collation: 'ascii_bin' })
  prefix!: string;

  /** The next number that no block holds yet, without the prefix. */
  @Column({ type: 'bigint', unsigned: true })
  next!: number;
}
