import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A degree program, registered when the first user names it. */
@Entity('programs')
export class Program {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  programId!: string;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'datetime', precision: 3 })
  createdAt!: Date;
}
