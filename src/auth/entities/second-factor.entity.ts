import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The authenticator app of a user. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  /** What codes are computed from, encrypted by `SecretBox`. */
  @Column({ type: 'varbinary', length: 255 })
  sealedSecret!: Buffer;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  /** When the user first gave a right code; null: logging in needs none yet. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  confirmedAt!: Date | null;

  /** The period of 30 seconds of the last accepted code, so that a code works once. */
  @Column({ type: 'int', unsigned: true })
  lastStep!: number;
}
