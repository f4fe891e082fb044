import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Keeps what is stored about a person from erasure and retention until it is removed. */
@Entity('legal_holds')
export class LegalHoldEntry {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'varchar', length: 500 })
  reason!: string;

  @Column({ type: 'datetime', precision: 3 })
  since!: Date;

  @Column({ type: 'varchar', length: 128 })
  setBy!: string;
}
