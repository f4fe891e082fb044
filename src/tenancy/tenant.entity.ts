import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A university. */
@Entity('tenants')
export class Tenant {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'varchar', length: 253 })
  emailDomain!: string;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  status!: 'active' | 'suspended';

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;
}
