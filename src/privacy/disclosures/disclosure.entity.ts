import { Column, Entity, PrimaryColumn } from 'typeorm';

import type { DisclosureKind } from '../../tenancy/disclosure-log.js';
import type { Day } from '../../tenancy/time/calendar.js';

/** How many people's data one credential, or administrator, was given on one day, in one way. */
@Entity('disclosures')
export class Disclosure {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Of the tenant's calendar. */
  @PrimaryColumn({ type: 'date' })
  day!: Day;

  /** `key:<apiKey>`, `admin:<user id>` or `terminal`. */
  @PrimaryColumn({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  actor!: string;

  @PrimaryColumn({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  kind!: DisclosureKind;

  /** Different people, however often the data of each was handed out. */
  @Column({ type: 'int', unsigned: true })
  people!: number;
}
