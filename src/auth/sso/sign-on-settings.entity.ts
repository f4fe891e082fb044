import { Column, Entity, PrimaryColumn } from 'typeorm';

import { SignOnColumns } from './sign-on-columns.js';

/** The provider with which users of a tenant may log in. */
@Entity('sign_on_settings')
export class SignOnSettings extends SignOnColumns {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** Which steps the pages show; null when an operator has set it. */
  @Column({ type: 'varchar', length: 16, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string | null;
}
