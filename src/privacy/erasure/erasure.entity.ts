import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * `erasing`: the first pass is under way. `checking`: it is done, and a second one waits until nothing that was in
 * flight before can still be written.
 */
export const ERASURE_STATES = ['erasing', 'checking', 'finished'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

/** How far the erasure of a person is. */
@Entity('erasures')
@Index('ix_erasures_due', ['state', 'dueAt'])
export class Erasure {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  state!: ErasureState;

  /** The last step of the pass that is done; blank at its beginning. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  step!: string;

  @Column({ type: 'datetime', precision: 3 })
  dueAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  requestedAt!: Date;

  @Column({ type: 'varchar', length: 128 })
  requestedBy!: string;

  @Column({ type: 'varchar', length: 255 })
  requestId!: string;

  /** What the data is found by, encrypted under a key derived from the server key; null once it is finished. */
  @Column({ type: 'mediumblob', nullable: true })
  sealedKeys!: Buffer | null;

  /** How many rows were deleted or overwritten. */
  @Column({ type: 'int', unsigned: true })
  erasedRows!: number;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
