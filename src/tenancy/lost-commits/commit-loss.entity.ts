import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Acknowledged commits that a database server did not have any more, as far as processes know. */
@Entity('commit_losses')
export class CommitLoss {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'datetime', precision: 3 })
  foundAt!: Date;

  /** When the first of them was acknowledged. */
  @Column({ type: 'datetime', precision: 3 })
  firstAt!: Date;

  /** When the last of them was acknowledged. */
  @Column({ type: 'datetime', precision: 3 })
  lastAt!: Date;

  /** The server that was used before, by its own name; null where the process does not know it. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  formerServer!: string | null;

  /** The server that lacks them. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  server!: string | null;
}
