import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person as a connection knows them. */
@Entity('scim_links')
@Index('uq_scim_links_user_name', ['tenantId', 'connectionId', 'userNameKey'], { unique: true })
@Index('ix_scim_links_external_id', ['tenantId', 'connectionId', 'externalId'])
@Index('ix_scim_links_changed', ['tenantId', 'connectionId', 'updatedAt', 'userId'])
@Index('ix_scim_links_user', ['tenantId', 'userId'])
export class ScimLink {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  connectionId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;

  @Column({ type: 'varchar', length: 254, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  userName!: string;

  /** The key by which userNames are compared; null when the connection has given the person up. */
  @Column({ type: 'varchar', length: 254, nullable: true, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  userNameKey!: string | null;

  @Column({ type: 'varchar', length: 254, nullable: true, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  externalId!: string | null;

  /** The resource as it was sent, but for what has a column or is secret. */
  @Column({ type: 'json' })
  kept!: Record<string, unknown>;

  /** The person's fields after the connection's last write. */
  @Column({ type: 'json' })
  writtenFields!: WrittenFields;

  /** Whether the connection's last word about the status was that the person is active. */
  @Column({ type: 'boolean', default: true })
  wantsActive!: boolean;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  updatedAt!: Date;

  /** When the connection deleted the person, who is unknown to it since. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  forgottenAt!: Date | null;
}

/**
 * The fields of a person after the connection's last write. While they are the same, what the connection sent is
 * answered as it was sent; a field that another source has changed since is answered as it is.
 */
export type WrittenFields = Readonly<
  Record<
    | 'email'
    | 'firstName'
    | 'lastName'
    | 'middleInitial'
    | 'name'
    | 'accountType'
    | 'role'
    | 'legacyNumber'
    | 'schoolProgram',
    string | null
  >
>;
