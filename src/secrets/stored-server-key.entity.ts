import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A server key with which this database was used. The key itself is not stored. */
@Entity('server_keys')
export class StoredServerKey {
  /** `ServerKey.id` */
  @PrimaryColumn({ type: 'char', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  keyId!: string;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;

  /** When it became the current key. That of the latest time is the key in use. */
  @Column({ type: 'datetime', precision: 3 })
  inUseSince!: Date;

  /** The keys of `KeyedHashes`, 32 bytes each, sealed under this server key; empty when the key has been replaced. */
  @Column({ type: 'varbinary', length: 255 })
  sealedHashKey!: Buffer;
}
