import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Whom the rows of one sender have named, and how many rows these were; written before the rows are answered. */
@Entity('namings')
@Index('ix_namings_run', ['tenantId', 'run'])
@Index('ix_namings_epoch', ['tenantId', 'epoch'])
export class Naming {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** See `Senders`. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  sender!: string;

  /** Empty for calls without a run; `*` for all runs of long ago. */
  @PrimaryColumn({ type: 'varchar', length: 100, charset: 'ascii', collation: 'ascii_bin' })
  run!: string;

  /** Finishing a run raises it, and so does what that decides: what was named before or after has another epoch. */
  @PrimaryColumn({ type: 'bigint', unsigned: true })
  epoch!: number;

  /** Random: the parts of one run are put together from time to time. */
  @PrimaryColumn({ type: 'binary', length: 8 })
  part!: Buffer;

  /** By the clock of the machine. */
  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  @Column({ type: 'int', unsigned: true })
  rowCount!: number;

  /** Of these, refused ones that name no key. */
  @Column({ type: 'int', unsigned: true })
  keyless!: number;

  /** Whom the sender has sent: the people of rows that were applied, or changed nothing. See `PeopleSet`. */
  @Column({ type: 'mediumblob' })
  sent!: Buffer;

  /** Whom other rows have named: refused and waiting ones, and changes of a status. */
  @Column({ type: 'mediumblob' })
  named!: Buffer;
}
