import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The decision of an identity conflict, for matching: the same person, or another one who has the ID from then on. */
@Entity('match_decisions')
@Index('ix_match_decisions_subject', ['tenantId', 'subject'])
export class MatchDecision {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  conflictId!: string;

  /** As in `Question`. */
  @Column({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  subject!: string;

  /** The person whom the subject, an ID, means from then on; null when the row is about the person it names. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  meansUserId!: string | null;

  @Column({ type: 'datetime', precision: 3 })
  decidedAt!: Date;
}
