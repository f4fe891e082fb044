import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that stands in for the app once; it is deleted when it is used. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  /** The keyed hash of the code. */
  @PrimaryColumn({ type: 'binary', length: 32 })
  codeHash!: Buffer;

  /** The server key of the hash. */
  @Column({ type: 'char', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  keyId!: string;
}
