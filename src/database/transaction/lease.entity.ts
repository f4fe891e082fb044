import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Periodic work that one process at a time may do. */
@Entity('leases')
export class Lease {
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  name!: string;

  @Column({ type: 'char', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  holder!: string;

  /** Milliseconds since 1970, by the clock of the database. */
  @Column({ type: 'bigint', unsigned: true })
  until!: number;
}
