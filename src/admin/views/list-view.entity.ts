import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A list with its filters, order and size of a page, under a name. */
@Entity('list_views')
@Index('uq_list_views_name', ['tenantId', 'holder', 'list', 'name'], { unique: true })
export class ListView {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'char', length: 29, charset: 'ascii', collation: 'ascii_bin' })
  id!: string;

  /** Who sees it: the ID of its owner, or blank when it is shared. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  holder!: string;

  /** The administrator who has made it. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  ownerId!: string;

  /** As in the address of its call, `/api/v1/admin/<list>`. */
  @Column({ type: 'varchar', length: 40, charset: 'ascii', collation: 'ascii_bin' })
  list!: string;

  /** Two names that differ in case alone are the same. */
  @Column({ type: 'varchar', length: 60 })
  name!: string;

  /** Parameters of the call of the list, as texts. */
  @Column({ type: 'json' })
  filters!: Record<string, string>;

  /** Null where the list has one order only, and for its default. */
  @Column({ type: 'varchar', length: 40, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  sort!: string | null;

  @Column({ type: 'varchar', length: 4, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  order!: 'ASC' | 'DESC' | null;

  /** Null for the default of the list. */
  @Column({ type: 'smallint', unsigned: true, nullable: true })
  perPage!: number | null;

  @Column({ type: 'datetime', precision: 3 })
  changedAt!: Date;
}
