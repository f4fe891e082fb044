import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Orders what is named and what finishing a run decides from it. Who names people reads it with a shared lock; who
 * decides raises it, so that each naming is either seen by the decision or has a later epoch.
 */
@Entity('naming_epochs')
export class NamingEpoch {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @Column({ type: 'bigint', unsigned: true })
  epoch!: number;
}
