import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';

import { Limiter } from '../../concurrency/limiter.js';
import { SingleStatements, type Writer } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { DeprovisioningGuard } from '../deprovisioning-limits/deprovisioning-guard.js';
import type { Ledger } from '../deprovisioning-limits/ledger.js';
import type { UserChange } from '../model/outcome.js';
import { formatId, ID_PREFIXES, type IdPrefix, prefixFor } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import { UserNumbers } from '../id-blocks/user-numbers.js';
import { type CandidateKeys, UsersRepository, type UserTable } from '../model/users.repository.js';

const TABLE = 'dry_run_users';

/** IDs in the order in which newcomers will get them. */
interface Upcoming {
  ids: string[];
  next: number;
}

/**
 * Remembers what a rehearsed file would have written, in a temporary table of one connection: constant memory, no lock,
 * invisible to everybody else, and gone when the connection is given back. Everything is read through that connection
 * too: a rehearsal that waited for a second one could wait for other rehearsals for ever.
 */
export class DryRun {
  private readonly upcoming = new Map<IdPrefix, Upcoming>();
  private readonly rehearsed: UserTable;
  private readonly stored: UserTable;
  private readonly writer: Writer;
  /** Who would wait, and how many would have gone. */
  readonly guard: Ledger;

  constructor(
    private readonly scope: Scope,
    private readonly runner: QueryRunner,
    private readonly users: UsersRepository,
    private readonly numbers: UserNumbers,
    guards: DeprovisioningGuard,
  ) {
    this.writer = new SingleStatements(runner.manager);
    const rehearsed = { reader: this.writer, table: TABLE, isTemporary: true };
    this.guard = guards.rehearsal(scope, this.writer, () => users.addedActive(scope, rehearsed));
    this.rehearsed = rehearsed;
    this.stored = { reader: this.writer, table: 'users' };
  }

  async start(): Promise<void> {
    await this.runner.query(`DROP TEMPORARY TABLE IF EXISTS \`${TABLE}\``);
    await this.runner.query(`CREATE TEMPORARY TABLE \`${TABLE}\` LIKE \`users\``);
    for (const prefix of ID_PREFIXES) {
      const { held, next } = await this.numbers.peek(this.scope, prefix, this.writer);
      this.upcoming.set(prefix, { ids: [...held], next });
    }
  }

  /** The stored people, each as the rehearsal has left them. */
  async findCandidates(keys: CandidateKeys): Promise<User[]> {
    const rehearsed = await this.users.findCandidates(this.scope, keys, this.rehearsed);
    const stored = await this.users.findCandidates(this.scope, keys, this.stored);
    const overlaid = await this.users.findCandidates(
      this.scope,
      { externalIds: stored.map(({ id }) => id), emailKeys: [] },
      this.rehearsed,
    );
    const current = new Map(stored.map((user) => [user.id, user]));
    for (const user of [...overlaid, ...rehearsed]) current.set(user.id, user);
    return [...current.values()];
  }

  async remember(changes: readonly UserChange[]): Promise<void> {
    await this.users.replace(
      this.scope,
      this.writer,
      TABLE,
      changes.map(({ after }) => after),
    );
    const gone = changes.filter(({ before, after }) => before?.accountStatus !== after.accountStatus);
    const ids = gone.filter(({ after }) => after.accountStatus === 'inactive').map(({ after }) => after.id);
    // A person who has lost access needs no decision any more.
    await this.guard.withdraw(ids, new Date());
  }

  /** Looks up the IDs that these people would get if they were all new, leaving out those that a caller brought along. */
  async foresee(people: readonly CreateUpdateUserDto[]): Promise<void> {
    for (const [prefix, upcoming] of this.upcoming) {
      const named = people.filter(({ externalId }) => externalId?.startsWith(prefix)).length;
      const count = named + people.filter(({ accountType }) => prefixFor(accountType) === prefix).length;
      upcoming.ids = await this.untaken(upcoming.ids);
      while (upcoming.ids.length < count) {
        const { next } = upcoming;
        const ids = Array.from({ length: count }, (_, index) => formatId(prefix, next + index));
        upcoming.next += count;
        upcoming.ids.push(...(await this.untaken(ids)));
      }
    }
  }

  /** The ID that somebody new would get if nobody else came first. */
  takeId(prefix: IdPrefix): string {
    const id = this.upcoming.get(prefix)?.ids.shift();
    if (id === undefined) throw new Error('More IDs were taken than foreseen');
    return id;
  }

  async end(): Promise<void> {
    // What is left behind on a connection that still works is dropped by the next dry run; a lost one has let go of it.
    await this.runner.query(`DROP TEMPORARY TABLE IF EXISTS \`${TABLE}\``).catch(() => undefined);
    await this.runner.release();
  }

  private async untaken(ids: readonly string[]): Promise<string[]> {
    const stored = await this.users.existing(this.scope, ids, this.stored);
    const rehearsed = await this.users.existing(this.scope, ids, this.rehearsed);
    return ids.filter((id) => !stored.has(id) && !rehearsed.has(id));
  }
}

/** Starts dry runs. Each holds one connection while its file is read, so at most half of the pool is lent to them. */
@Injectable()
export class DryRuns {
  private readonly limiter: Limiter;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly numbers: UserNumbers,
    private readonly guard: DeprovisioningGuard,
  ) {
    this.limiter = new Limiter(Math.max(1, Math.floor((dataSource.options.poolSize ?? 10) / 2)));
  }

  /** Lets `work` rehearse with a dry run of its own, after those before it when there are many. */
  run<T>(scope: Scope, work: (dryRun: DryRun) => Promise<T>): Promise<T> {
    return this.limiter.run(() => this.rehearse(scope, work));
  }

  private async rehearse<T>(scope: Scope, work: (dryRun: DryRun) => Promise<T>): Promise<T> {
    const dryRun = new DryRun(
      scope,
      this.dataSource.createQueryRunner(),
      this.users,
      this.numbers,
      this.guard,
    );
    try {
      await dryRun.start();
      return await work(dryRun);
    } finally {
      await dryRun.end();
    }
  }
}
