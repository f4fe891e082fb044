import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import type { DisclosureKind } from '../../tenancy/disclosure-log.js';
import type { Day } from '../../tenancy/time/calendar.js';

/** Which people of a block of IDs a {@link Disclosure} is about. */
@Entity('disclosure_blocks')
@Index('ix_disclosure_blocks_day', ['tenantId', 'day'])
export class DisclosureBlock {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** See `placeOfId`. */
  @PrimaryColumn({ type: 'bigint', unsigned: true })
  block!: number;

  @PrimaryColumn({ type: 'date' })
  day!: Day;

  @PrimaryColumn({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  actor!: string;

  @PrimaryColumn({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  kind!: DisclosureKind;

  /** See `storedForm`. */
  @Column({ type: 'varbinary', length: 1024 })
  members!: Buffer;
}
