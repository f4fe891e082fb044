import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a call hangs up: before its handler is asked, in the middle of the answer, or before the answer. */
export const ABORTS = ['before', 'during', 'after'] as const;
export type Abort = (typeof ABORTS)[number];

/** What the next calls of a route answer instead. */
@Entity('sandbox_faults')
export class SandboxFault {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'smallint', unsigned: true })
  position!: number;

  /** A method and the pattern of a path, or `*` for all calls. */
  @Column({ type: 'varchar', length: 160, charset: 'ascii', collation: 'ascii_bin' })
  route!: string;

  /** How many calls it still meets; null for all that come. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  timesLeft!: number | null;

  @Column({ type: 'smallint', unsigned: true, nullable: true })
  status!: number | null;

  @Column({ type: 'int', unsigned: true })
  delayMs!: number;

  @Column({ type: 'varchar', length: 6, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  abort!: Abort | null;
}
