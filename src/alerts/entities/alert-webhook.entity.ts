import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is at the address: a workflow of Teams, a channel of Slack, or a program that reads our JSON. */
export const WEBHOOK_KINDS = ['teams', 'slack', 'plain'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** An address of a tenant to which the messages of alerts are posted. The address is a secret. */
@Entity('alert_webhooks')
export class AlertWebhook {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  @Column({ type: 'varchar', length: 8, charset: 'ascii', collation: 'ascii_bin' })
  kind!: WebhookKind;

  /** What administrators call it, such as the name of a channel. */
  @Column({ type: 'varchar', length: 100 })
  name!: string;

  /** What is shown of the address: its host and last characters. */
  @Column({ type: 'varchar', length: 300 })
  masked!: string;

  /** The address, encrypted by `SecretBox`. */
  @Column({ type: 'varbinary', length: 2100 })
  sealedUrl!: Buffer;

  /** What messages are signed with, encrypted likewise; null where they are not signed. */
  @Column({ type: 'varbinary', length: 200, nullable: true })
  sealedSecret!: Buffer | null;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  /** Since when it answers that it is no more, so that nothing is sent to it; null while it is in use. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  goneAt!: Date | null;

  /** Why the last message was not taken, in our words; null when it was. */
  @Column({ type: 'varchar', length: 200, nullable: true })
  problem!: string | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  problemAt!: Date | null;
}
