import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The longest time between two contacts that ended on this day (UTC). */
export interface DayGap {
  readonly day: string;
  readonly seconds: number;
}

/** When connectors asked for items of a target system, with or without being handed any. */
@Entity('target_contacts')
export class TargetContact {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** As the claim names it; blank for claims that name none, which take items of every target system. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  targetSystem!: string;

  /** Null where an administrator set the limit before any connector came. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  lastAt!: Date | null;

  /** Of the last days with a contact, the latest first. */
  @Column({ type: 'json' })
  gaps!: readonly DayGap[];

  /** After so long without a contact the target system is silent; null: as learned. */
  @Column({ type: 'int', unsigned: true, nullable: true })
  silentAfterMinutes!: number | null;
}
