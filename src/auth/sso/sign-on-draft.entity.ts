import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Settings of single sign-on that an administrator is setting up. */
@Entity('sign_on_drafts')
export class SignOnDraft {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Which steps the pages show. */
  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string;

  @Column({ type: 'varchar', length: 500, charset: 'ascii', collation: 'ascii_bin' })
  issuer!: string;

  @Column({ type: 'varchar', length: 255 })
  clientId!: string;

  /** The client secret, encrypted by `SecretBox`. */
  @Column({ type: 'varbinary', length: 1024 })
  sealedSecret!: Buffer;

  @Column({ type: 'datetime', precision: 3 })
  changedAt!: Date;

  /** When a test last came back from the provider. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  testedAt!: Date | null;

  /** Of the user whom the test found. */
  @Column({ type: 'varchar', length: 254, nullable: true })
  testedEmail!: string | null;

  /** Why the test failed; null after one that succeeded. */
  @Column({ type: 'varchar', length: 300, nullable: true })
  testProblem!: string | null;
}
