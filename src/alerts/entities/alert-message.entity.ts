import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An incident has one message when it opens, and one when it has ended. */
export const MESSAGE_PHASES = ['opened', 'ended'] as const;
export type MessagePhase = (typeof MESSAGE_PHASES)[number];

/** `withdrawn`: the incident ended before the message was sent, and the message of its end says all. */
export const MESSAGE_STATUSES = ['waiting', 'sent', 'refused', 'expired', 'withdrawn'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** How a message leaves the service; each has its own pace, and neither waits for the other. */
export const MESSAGE_WAYS = ['mail', 'webhook'] as const;
export type MessageWay = (typeof MESSAGE_WAYS)[number];

/** To whom a message goes: an e-mail address, or the ID of a webhook. */
export interface Recipient {
  readonly way: MessageWay;
  readonly recipient: string;
}

/** A message to one recipient. The primary key is what keeps a second one from being written. */
@Entity('alert_messages')
@Index('ix_alert_messages_due', ['status', 'way', 'dueAt'])
@Index('ix_alert_messages_created', ['createdAt'])
@Index('ix_alert_messages_recipient', ['tenantId', 'recipient'])
export class AlertMessage {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  incidentId!: string;

  @PrimaryColumn({ type: 'varchar', length: 8, charset: 'ascii', collation: 'ascii_bin' })
  phase!: MessagePhase;

  @PrimaryColumn({ type: 'varchar', length: 254, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  recipient!: string;

  @Column({ type: 'varchar', length: 8, default: 'mail', charset: 'ascii', collation: 'ascii_bin' })
  way!: MessageWay;

  @Column({ type: 'varchar', length: 10, charset: 'ascii', collation: 'ascii_bin' })
  status!: MessageStatus;

  @Column({ type: 'int', unsigned: true })
  attempts!: number;

  /** Not before this moment. A process that sends the message puts it off, so that no other one does. */
  @Column({ type: 'datetime', precision: 3 })
  dueAt!: Date;

  /** The attempt that is under way, or that a crash cut short; null when there is none. */
  @Column({ type: 'char', length: 36, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  claim!: string | null;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  sentAt!: Date | null;

  /** In our words: what a mail server says may name its users. */
  @Column({ type: 'varchar', length: 200, nullable: true })
  lastError!: string | null;
}
