import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A group of a connection; it carries no privilege. */
@Entity('scim_groups')
@Index('uq_scim_groups_name', ['tenantId', 'connectionId', 'displayNameKey'], { unique: true })
@Index('ix_scim_groups_external_id', ['tenantId', 'connectionId', 'externalId'])
export class ScimGroup {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  connectionId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  @Column({ type: 'varchar', length: 254, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  displayName!: string;

  /** The key by which names are compared, without case. */
  @Column({ type: 'varchar', length: 254, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  displayNameKey!: string;

  @Column({ type: 'varchar', length: 254, nullable: true, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  externalId!: string | null;

  /** What was sent and has no column. */
  @Column({ type: 'json' })
  kept!: Record<string, unknown>;

  /** Counts the changes. */
  @Column({ type: 'int', unsigned: true })
  version!: number;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  updatedAt!: Date;
}
