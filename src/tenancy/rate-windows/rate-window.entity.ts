import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A count within a window; `subject` is the hash of what is counted. */
@Entity('rate_windows')
@Index('ix_rate_windows_ends', ['endsAt'])
export class RateWindow {
  @PrimaryColumn({ type: 'binary', length: 32 })
  subject!: Buffer;

  @Column({ type: 'int', unsigned: true })
  count!: number;

  /** Milliseconds since 1970, by the clock of the database. */
  @Column({ type: 'bigint', unsigned: true })
  endsAt!: number;
}
