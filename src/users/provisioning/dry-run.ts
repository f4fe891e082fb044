import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';

import type { Place, SharedPlaces } from '../../concurrency/shared-places.js';
import { type Reader, SingleStatements, type Writer } from '../../database/transaction/reader.js';
import { dryRunPlaces, holderOf } from '../../http/ndjson/dry-run-places.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Preview } from '../batch/batch-rule.js';
import { NamedAddresses } from '../matching/named-addresses.js';
import type { UserChange } from '../model/outcome.js';
import { formatId, ID_PREFIXES, type IdPrefix, prefixFor } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import { PeopleCounter } from '../statistics/people-counts.js';
import { IdBlocks } from '../id-blocks/id-blocks.js';
import { UserWritesRepository } from '../model/user-writes.repository.js';
import { type CandidateKeys, UsersRepository, type UserTable } from '../model/users.repository.js';

const TABLE = 'dry_run_users';

/** IDs in the order in which new users will get them, and the number after the last of them. */
interface Upcoming {
  ids: string[];
  next: number;
}

/**
 * Keeps what a file would have written in a temporary table of one connection: constant memory, no locks, invisible to
 * other sessions, and dropped when the connection is given back. All reads use the same connection: dry runs that each
 * waited for a second one could block each other.
 */
export class DryRun {
  private readonly upcoming = new Map<IdPrefix, Upcoming>();
  private readonly written: UserTable;
  private readonly stored: UserTable;
  private readonly writer: Writer;
  /** What else is read for the dry run is read on its connection. */
  readonly reader: Reader;
  readonly named = new NamedAddresses();
  /** By which the limits know what the file would have held and counted so far. */
  readonly preview: Preview = {
    activePeople: async (reader) =>
      (await this.people.activeNow(this.scope, reader)) +
      (await this.users.addedActive(this.scope, this.written)),
  };

  constructor(
    private readonly scope: Scope,
    private readonly runner: QueryRunner,
    private readonly users: UsersRepository,
    private readonly writes: UserWritesRepository,
    private readonly ids: IdBlocks,
    private readonly people: PeopleCounter,
  ) {
    this.writer = new SingleStatements(runner.manager);
    this.reader = this.writer;
    this.written = { reader: this.writer, table: TABLE, isTemporary: true };
    this.stored = { reader: this.writer, table: 'users' };
  }

  async start(): Promise<void> {
    await this.runner.query(`DROP TEMPORARY TABLE IF EXISTS \`${TABLE}\``);
    await this.runner.query(`CREATE TEMPORARY TABLE \`${TABLE}\` LIKE \`users\``);
    for (const prefix of ID_PREFIXES) {
      const { atHand, next } = await this.ids.peek(this.scope, prefix, this.writer);
      this.upcoming.set(prefix, { ids: [...atHand], next });
    }
  }

  /** The stored people with the changes of the dry run so far. */
  async findCandidates(keys: CandidateKeys): Promise<User[]> {
    const written = await this.users.findCandidates(this.scope, keys, this.written);
    const stored = await this.users.findCandidates(this.scope, keys, this.stored);
    const overlaid = await this.users.findCandidates(
      this.scope,
      { externalIds: stored.map(({ id }) => id), emailKeys: [] },
      this.written,
    );
    const current = new Map(stored.map((user) => [user.id, user]));
    for (const user of [...overlaid, ...written]) current.set(user.id, user);
    return [...current.values()];
  }

  async remember(changes: readonly UserChange[]): Promise<void> {
    await this.writes.replace(
      this.scope,
      this.writer,
      TABLE,
      changes.map(({ after }) => after),
    );
  }

  /** Finds the IDs that these people would get if all were new, without those that users have already. */
  async provideIds(people: readonly CreateUpdateUserDto[]): Promise<void> {
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

  /** The ID that the next new user would get if no other request came first. */
  takeId(prefix: IdPrefix): string {
    const id = this.upcoming.get(prefix)?.ids.shift();
    if (id === undefined) throw new Error('More IDs were taken than provided');
    return id;
  }

  async end(): Promise<void> {
    // If this fails, the next dry run on the connection drops the table; a lost connection has dropped it already.
    await this.runner.query(`DROP TEMPORARY TABLE IF EXISTS \`${TABLE}\``).catch(() => undefined);
    await this.runner.release();
  }

  private async untaken(ids: readonly string[]): Promise<string[]> {
    const stored = await this.users.existing(this.scope, ids, this.stored);
    const written = await this.users.existing(this.scope, ids, this.written);
    return ids.filter((id) => !stored.has(id) && !written.has(id));
  }
}

/** Starts dry runs. Each uses one connection while its file is read, so they get at most half of the pool. */
@Injectable()
export class DryRuns {
  private readonly places: SharedPlaces;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly writes: UserWritesRepository,
    private readonly ids: IdBlocks,
    private readonly people: PeopleCounter,
  ) {
    this.places = dryRunPlaces(Math.floor((dataSource.options.poolSize ?? 10) / 2));
  }

  /**
   * Runs `work` with a new dry run, after earlier ones when there are many.
   * @throws {DryRunsBusy} when they do not end in time
   */
  run<T>(scope: Scope, work: (dryRun: DryRun, place: Place) => Promise<T>): Promise<T> {
    return this.places.run(holderOf(scope), (place) => this.runOne(scope, (dryRun) => work(dryRun, place)));
  }

  private async runOne<T>(scope: Scope, work: (dryRun: DryRun) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const dryRun = new DryRun(scope, runner, this.users, this.writes, this.ids, this.people);
    try {
      await dryRun.start();
      return await work(dryRun);
    } finally {
      await dryRun.end();
    }
  }
}
