import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { Said } from '../../texts/sentence.js';
import { SignOnColumns } from './sign-on-columns.js';

/** Settings of single sign-on that an administrator is setting up. */
@Entity('sign_on_drafts')
export class SignOnDraft extends SignOnColumns {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Which steps the pages show. */
  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string;

  /** When a test last came back from the provider. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  testedAt!: Date | null;

  /** Of the user whom the test found. */
  @Column({ type: 'varchar', length: 254, nullable: true })
  testedEmail!: string | null;

  /** By which the provider knows the user whom the test found. */
  @Column({ type: 'varchar', length: 254, nullable: true })
  testedSubject!: string | null;

  /** What the user whom the test found is, by the provider. */
  @Column({ type: 'json', nullable: true })
  testedAffiliations!: readonly string[] | null;

  /** Why the test failed; null after one that succeeded. */
  @Column({ type: 'varchar', length: 300, nullable: true })
  testProblem!: string | null;

  /** The same with its values kept, for other languages; null also where a version before has noted it. */
  @Column({ type: 'json', nullable: true })
  testSentences!: readonly Said[] | null;
}
