import { Entity, PrimaryColumn } from 'typeorm';

/** An actor of a run. */
@Entity('run_actors')
export class RunActor {
  @PrimaryColumn({ type: 'char', length: 14, charset: 'ascii', collation: 'ascii_bin' })
  tenantId!: string;

  @PrimaryColumn({ type: 'varchar', length: 100, charset: 'ascii', collation: 'ascii_bin' })
  name!: string;

  @PrimaryColumn({ type: 'varchar', length: 128 })
  actor!: string;
}
