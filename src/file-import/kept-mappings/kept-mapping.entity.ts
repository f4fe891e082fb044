import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How the files of a sender are read. */
@Entity('kept_mappings')
export class KeptMapping {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 100, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  sender!: string;

  /** See `columnsHashOf`. */
  @Column({ type: 'char', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  columnsHash!: string;

  /** The content of a mapping file. Text: a column of JSON would lose the order of its keys, which has a meaning. */
  @Column({ type: 'simple-json' })
  mapping!: object;

  @Column({ type: 'varchar', length: 40, charset: 'ascii', collation: 'ascii_bin' })
  encoding!: string;

  @Column({ type: 'boolean' })
  blankClears!: boolean;

  @Column({ type: 'datetime', precision: 3 })
  changedAt!: Date;

  @Column({ type: 'varchar', length: 128 })
  changedBy!: string;
}
