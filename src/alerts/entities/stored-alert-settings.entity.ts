import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { AlertSettings } from '../settings/alert-settings.js';

/** What a tenant has set about alerts. */
@Entity('alert_settings')
@Index('uq_alert_settings_token', ['tokenHash'], { unique: true })
export class StoredAlertSettings {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Null means that nothing was set. */
  @Column({ type: 'json', nullable: true })
  settings!: AlertSettings | null;

  /** The keyed hash of the token that reads the page for monitoring; null when there is no token. */
  @Column({ type: 'binary', length: 32, nullable: true })
  tokenHash!: Buffer | null;

  /** The server key of the hash; null when there is no token. */
  @Column({ type: 'char', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  tokenKeyId!: string | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  tokenMadeAt!: Date | null;
}
