import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What `drops run` has said last of a folder. */
@Entity('drop_folders')
export class DropFolderState {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 100, charset: 'ascii', collation: 'ascii_bin' })
  folder!: string;

  /** Files that are not put away yet. */
  @Column({ type: 'int', unsigned: true })
  waiting!: number;

  /** Files in `refused`. */
  @Column({ type: 'int', unsigned: true })
  refused!: number;

  /** The name of the file at work. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  atWork!: string | null;

  @Column({ type: 'datetime', precision: 3 })
  seenAt!: Date;
}
