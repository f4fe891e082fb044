import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What names one person in an entry, which has only where it was. */
export interface PersonInEntry {
  /** `address`, `before.<member>`, `after.<member>`. */
  readonly fields: readonly string[];
  /** The SHA-256 of the box with the values; null when the person had been erased before. */
  readonly box: string | null;
}

/** Who did what, when and from where; rows are added, never changed, and removed from the old end alone. */
@Entity('audit_events')
@Index('ix_audit_events_list', ['tenantId', 'id', 'actor', 'action', 'at', 'actEntries'])
@Index('uq_audit_events_position', ['tenantId', 'position'], { unique: true })
@Index('ix_audit_events_target', ['tenantId', 'target', 'id'])
@Index('ix_audit_events_act', ['tenantId', 'act', 'action', 'id'])
@Index('ix_audit_events_run', ['tenantId', 'run', 'id', 'actor', 'action', 'at', 'actEntries'])
export class AuditEvent {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true })
  id!: number;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'datetime', precision: 3 })
  at!: Date;

  /** `key:<apiKey>`, `admin:<user id>`, `terminal`, or the name of periodic work. */
  @Column({ type: 'varchar', length: 128 })
  actor!: string;

  /** Such as `user.status-changed`. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  action!: string;

  /** What it was done to: `user:950000001`, `key:ik_…`. */
  @Column({ type: 'varchar', length: 128 })
  target!: string;

  @Column({ type: 'json', nullable: true })
  before!: Record<string, unknown> | null;

  @Column({ type: 'json', nullable: true })
  after!: Record<string, unknown> | null;

  /** The client's address; null for the terminal and periodic work, and for administrators, who have it in a box. */
  @Column({ type: 'varchar', length: 64, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  address!: string | null;

  @Column({ type: 'varchar', length: 255 })
  requestId!: string;

  /** The run that the call named; null when it named none. */
  @Column({ type: 'varchar', length: 100, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  run!: string | null;

  /** What the entries of an act in several transactions have in common; null where one transaction is all of it. */
  @Column({ type: 'char', length: 36, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  act!: string | null;

  /** How many entries of its action were recorded with it, where it is the first one of them in its act; else 0. */
  @Column({ type: 'int', unsigned: true, default: 1 })
  actEntries!: number;

  /** What names people, and is not in this row (see `AuditPeopleService`); null when nothing does. */
  @Column({ type: 'json', nullable: true })
  people!: readonly PersonInEntry[] | null;

  /** The place in the chain of the tenant: 1, 2, 3… */
  @Column({ type: 'bigint', unsigned: true })
  position!: number;

  /** How many entries of the same transaction stand before it. */
  @Column({ type: 'int', unsigned: true })
  chainOffset!: number;

  /** The ID as the hash covers it: its own, and in a sandbox that of the template's entry. */
  @Column({ type: 'bigint', unsigned: true, default: 0 })
  hashedId!: number;

  /** See `hashOf` and `hashWithId`. */
  @Column({ type: 'char', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  hash!: string;
}
