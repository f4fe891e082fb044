import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The last commit of one connection of a process, written in that commit itself. */
@Entity('commit_marks')
@Index('ix_commit_marks_at', ['at'])
export class CommitMark {
  /** Drawn when the process starts. */
  @PrimaryColumn({ type: 'char', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  process!: string;

  /** Counted from 1 in the process; no other connection of it ever has the same. */
  @PrimaryColumn({ type: 'int', unsigned: true })
  connection!: number;

  /** Which commit of the connection it is. */
  @Column({ type: 'bigint', unsigned: true })
  number!: number;

  /** Milliseconds since 1970, by the clock of the database. */
  @Column({ type: 'bigint', unsigned: true })
  at!: number;
}
