import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A suspended tenant from which sandboxes of a seed are copied: what it has happened up to the beginning of a day. */
@Entity('sandbox_templates')
export class SandboxTemplate {
  @PrimaryColumn({ type: 'varchar', length: 10, charset: 'ascii', collation: 'ascii_bin' })
  seed!: string;

  @PrimaryColumn({ type: 'char', length: 10, charset: 'ascii', collation: 'ascii_bin' })
  day!: string;

  /** Of the code that made it: another version makes its own. */
  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  version!: string;

  @Column({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  templateId!: string;

  @Column({ type: 'datetime', precision: 3 })
  usedAt!: Date;
}
