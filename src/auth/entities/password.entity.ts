import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The password of a user, as an argon2id hash with its own parameters. */
@Entity('passwords')
export class Password {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'varchar', length: 255, charset: 'ascii', collation: 'ascii_bin' })
  hash!: string;

  @Column({ type: 'datetime', precision: 3 })
  changedAt!: Date;
}
