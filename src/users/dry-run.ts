import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';

import type { Scope } from '../tenancy/scope.js';
import type { UserChange } from './plan.js';
import { formatId, type IdPrefix } from './user-ids.js';
import type { User } from './user.entity.js';
import { UserNumbersRepository } from './user-numbers.repository.js';
import { type CandidateKeys, UsersRepository } from './users.repository.js';

const TABLE = 'dry_run_users';

/**
 * Remembers what a rehearsed file would have written, in a temporary table of one connection: constant memory, no lock,
 * invisible to everybody else, and gone when the connection is given back.
 */
export class DryRun {
  private readonly next = new Map<IdPrefix, number>();

  private constructor(
    private readonly scope: Scope,
    private readonly runner: QueryRunner,
    private readonly users: UsersRepository,
    private readonly numbers: UserNumbersRepository,
  ) {}

  static async start(
    scope: Scope,
    runner: QueryRunner,
    users: UsersRepository,
    numbers: UserNumbersRepository,
  ): Promise<DryRun> {
    const dryRun = new DryRun(scope, runner, users, numbers);
    await runner.query(`DROP TEMPORARY TABLE IF EXISTS \`${TABLE}\``);
    await runner.query(`CREATE TEMPORARY TABLE \`${TABLE}\` LIKE \`users\``);
    for (const prefix of ['950', '951'] as const) dryRun.next.set(prefix, await numbers.peek(scope, prefix));
    return dryRun;
  }

  /** The stored people, each as the rehearsal has left them. */
  async findCandidates(keys: CandidateKeys): Promise<User[]> {
    const rehearsed = await this.users.findCandidates(this.scope, keys, {
      manager: this.runner.manager,
      table: TABLE,
    });
    const stored = await this.users.findCandidates(this.scope, keys);
    const overlaid = await this.users.findCandidates(
      this.scope,
      { externalIds: stored.map(({ id }) => id), emailKeys: [] },
      { manager: this.runner.manager, table: TABLE },
    );
    const current = new Map(stored.map((user) => [user.id, user]));
    for (const user of [...overlaid, ...rehearsed]) current.set(user.id, user);
    return [...current.values()];
  }

  async remember(changes: readonly UserChange[]): Promise<void> {
    await this.users.update(
      this.runner.manager,
      changes.map(({ after }) => after),
      TABLE,
    );
  }

  /** The ID that somebody new would probably get. */
  takeId(prefix: IdPrefix): string {
    const number = this.next.get(prefix) ?? 1;
    this.next.set(prefix, number + 1);
    return formatId(prefix, number);
  }

  async end(): Promise<void> {
    try {
      await this.runner.query(`DROP TEMPORARY TABLE IF EXISTS \`${TABLE}\``);
    } finally {
      await this.runner.release();
    }
  }
}

/** Starts dry runs. Each holds one connection until it ends. */
@Injectable()
export class DryRuns {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly numbers: UserNumbersRepository,
  ) {}

  start(scope: Scope): Promise<DryRun> {
    return DryRun.start(scope, this.dataSource.createQueryRunner(), this.users, this.numbers);
  }
}
