import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Failed logins of an account or from an address; `subject` is the hash of its name. */
@Entity('login_throttles')
@Index('ix_login_throttles_last', ['lastFailureAt'])
export class LoginThrottle {
  @PrimaryColumn({ type: 'binary', length: 32 })
  subject!: Buffer;

  @Column({ type: 'int', unsigned: true })
  failures!: number;

  @Column({ type: 'datetime', precision: 3 })
  lastFailureAt!: Date;

  @Column({ type: 'datetime', precision: 3 })
  blockedUntil!: Date;
}
