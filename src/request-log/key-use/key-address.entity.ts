import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An address from which a key was used with its secret. */
@Entity('key_addresses')
@Index('ix_key_addresses_key', ['tenantId', 'apiKey', 'lastUsedAt'])
@Index('ix_key_addresses_used', ['tenantId', 'lastUsedAt'])
export class KeyAddress {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  apiKey!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  address!: string;

  @Column({ type: 'datetime', precision: 3 })
  lastUsedAt!: Date;

  @Column({ type: 'bigint', unsigned: true })
  calls!: number;
}
