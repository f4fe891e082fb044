import { Entity, Index, PrimaryColumn } from 'typeorm';

/** A person of a group. */
@Entity('scim_group_members')
@Index('ix_scim_group_members_person', ['tenantId', 'userId'])
@Index('ix_scim_group_members_user', ['tenantId', 'connectionId', 'userId'])
export class ScimGroupMember {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  connectionId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  groupId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  userId!: string;
}
