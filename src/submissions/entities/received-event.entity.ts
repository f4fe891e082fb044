import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The ID of a review event whose move is written; the same event does nothing when it is emitted again. */
@Entity('received_events')
@Index('ix_heard_events_at', ['at'])
export class ReceivedEvent {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  eventId!: string;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;
}
