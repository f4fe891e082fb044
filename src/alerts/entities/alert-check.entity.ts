import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a tenant was checked; its row is locked while the incidents of the tenant are written. */
@Entity('alert_checks')
export class AlertCheck {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  /** The moment of the observations that were written last; older ones are not written any more. */
  @Column({ type: 'datetime', precision: 3 })
  observedAt!: Date;

  /** When every kind could be checked. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  checkedAt!: Date | null;
}
