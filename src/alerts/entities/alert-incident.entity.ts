import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { Sentence } from '../../texts/sentence.js';

/** Why an incident ended. */
export const INCIDENT_ENDS = ['over', 'switched_off', 'suspended'] as const;
export type IncidentEnd = (typeof INCIDENT_ENDS)[number];

/** Something that needs an administrator, from when it was noticed until it is over. */
@Entity('alert_incidents')
@Index('uq_alert_incidents_open', ['tenantId', 'openKey'], { unique: true })
@Index('ix_alert_incidents_list', ['tenantId', 'openedAt', 'id'])
@Index('ix_alert_incidents_ended', ['endedAt', 'kind'])
export class AlertIncident {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  kind!: string;

  /** What distinguishes incidents of one kind, such as an API key; blank where there is one at a time. */
  @Column({ type: 'varchar', length: 160, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  subject!: string;

  /** What the page of its cause shows, see `Finding.about`; blank where that is all of the kind. */
  @Column({ type: 'varchar', length: 160, charset: 'utf8mb4', collation: 'utf8mb4_bin', default: '' })
  about!: string;

  /** Kind and subject while it is open, so that there is one; null when it has ended. */
  @Column({ type: 'varchar', length: 200, nullable: true, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  openKey!: string | null;

  /** One or two sentences, as they were at the last check. They contain no data about people. */
  @Column({ type: 'varchar', length: 600 })
  facts!: string;

  /** The same with their values kept, for other languages; null: noticed by a version that did not keep them. */
  @Column({ type: 'json', nullable: true })
  sentences!: readonly Sentence[] | null;

  @Column({ type: 'datetime', precision: 3 })
  openedAt!: Date;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  endedAt!: Date | null;

  @Column({ type: 'varchar', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  endedBy!: IncidentEnd | null;

  /** Until then no one is reminded of it: past when it was woken; null when it was not snoozed, or has ended. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  snoozedUntil!: Date | null;

  @Column({ type: 'datetime', precision: 3, nullable: true })
  snoozedAt!: Date | null;

  @Column({ type: 'varchar', length: 128, nullable: true })
  snoozedBy!: string | null;

  @Column({ type: 'varchar', length: 1000, nullable: true })
  snoozeNote!: string | null;
}
