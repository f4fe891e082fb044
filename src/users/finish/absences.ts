import { Injectable } from '@nestjs/common';

import type { Scope } from '../../tenancy/scope.js';
import { PeopleSet } from '../model/people-set.js';
import type { AccountType } from '../model/account.js';
import { UsersRepository } from '../model/users.repository.js';
import { NamingsRepository } from '../naming/namings.repository.js';
import type { DryRun } from '../provisioning/dry-run.js';
import type { FinishedRun } from '../runs/finished-run.entity.js';
import { FinishedRunsRepository } from '../runs/finished-runs.repository.js';
import { AbsenceCounts } from './absence-counts.js';
import type { FinishRequest } from './finish.dto.js';

/** So many people are read in one statement. */
const AT_ONCE = 1000;
/** Before any epoch. */
const NEVER = -1;

/** A run that is being finished; a complete one names everyone of its account types who is active at the sender. */
export interface NamingRun {
  readonly run: string;
  readonly sender: string;
  readonly named: PeopleSet;
  readonly accountTypes: readonly AccountType[];
  /** Who is absent in so many is de-provisioned; 0 where no one is. */
  readonly absentRuns: number;
  /** What was named until then is considered. */
  readonly epoch: number;
  /** Where its rows are previewed: whom it names is then as this dry run leaves them. */
  readonly dryRun?: DryRun;
}

/** Fewer of an account type are named than the tenant expects of a complete run. */
export interface Shortage {
  readonly accountType: AccountType;
  readonly named: number;
  readonly active: number;
  /** Null where there was none; then people whom the sender has ever sent are meant. */
  readonly lastRun: string | null;
}

/** Finds the people whom complete runs do not name (contract, section 15). */
@Injectable()
export class Absences {
  constructor(
    private readonly namings: NamingsRepository,
    private readonly finished: FinishedRunsRepository,
    private readonly users: UsersRepository,
  ) {}

  /** A run with whom it has named until then; a run that is not complete has no account types. */
  async runOf(
    scope: Scope & { readonly run: string },
    sender: string,
    { complete }: FinishRequest,
    epoch: number,
  ): Promise<NamingRun> {
    const { run } = scope;
    const named = await this.namings.peopleOf(scope, { run, until: epoch });
    const { accountTypes = [], absentRuns = 0 } = complete ?? {};
    return { run, sender, named, accountTypes, absentRuns, epoch };
  }

  /** Who is absent, and in how many consecutive complete runs with this one. */
  async count(scope: Scope, run: NamingRun): Promise<AbsenceCounts> {
    const counts = new AbsenceCounts();
    for (const accountType of run.accountTypes) await this.countOf(scope, run, accountType, counts);
    return counts;
  }

  /**
   * The account types of which no active person is named, where that is a mistake: all of them, as a file of students
   * may be called one of faculty, or one whose people would all be absent, as a file may have lost them.
   */
  async typesNotNamed(scope: Scope, run: NamingRun): Promise<readonly AccountType[]> {
    const { accountTypes, named, dryRun } = run;
    const notNamed: AccountType[] = [];
    for (const accountType of accountTypes)
      if ((await this.countActive(scope, named, accountType, { enough: 1, dryRun })) === 0)
        notNamed.push(accountType);
    if (notNamed.length === accountTypes.length) return notNamed;
    for (const accountType of notNamed) {
      const missing = await this.missingOf(scope, run, await this.lastOf(scope, run, accountType));
      if ((await this.countActive(scope, missing, accountType, { enough: 1 })) > 0) return [accountType];
    }
    return [];
  }

  /** How many active people of these account types the sender has sent, and the run should have named. */
  async missingCount(scope: Scope, run: NamingRun, types: readonly AccountType[]): Promise<number> {
    let count = 0;
    for (const accountType of types) {
      const missing = await this.missingOf(scope, run, await this.lastOf(scope, run, accountType));
      count += await this.countActive(scope, missing, accountType);
    }
    return count;
  }

  /** The first account type of which too few are named: fewer than the setting `completeRunMinimum` asks for. */
  async shortageOf(scope: Scope, run: NamingRun): Promise<Shortage | undefined> {
    const least = scope.tenant.completeRunMinimum;
    for (const accountType of run.accountTypes) {
      const last = await this.lastOf(scope, run, accountType);
      const before = await this.expectedOf(scope, run, last);
      const missing = await this.countActive(scope, before.without(run.named), accountType);
      // Most are there, so few of them have to be read to know that they are enough.
      const enough = least === 100 ? Infinity : Math.ceil((least * missing) / (100 - least));
      const { dryRun } = run;
      const named = await this.countActive(scope, before.within(run.named), accountType, { enough, dryRun });
      if (missing > 0 && named < enough)
        return { accountType, named, active: named + missing, lastRun: last?.run ?? null };
    }
    return undefined;
  }

  /**
   * Whom a run is expected to name: those of the last complete one. A first one is compared with all whom the sender
   * has sent, but only where it would de-provision people at once: some of them may have left long ago.
   */
  private async expectedOf(
    scope: Scope,
    { run, sender, epoch, absentRuns }: NamingRun,
    last: FinishedRun | undefined,
  ): Promise<PeopleSet> {
    if (last !== undefined) return last.named === null ? new PeopleSet() : PeopleSet.from(last.named);
    return absentRuns === 1
      ? this.namings.sentBy(scope, { sender, notRun: run, until: epoch })
      : new PeopleSet();
  }

  private async countOf(
    scope: Scope,
    run: NamingRun,
    accountType: AccountType,
    counts: AbsenceCounts,
  ): Promise<void> {
    const { sender } = run;
    const last = await this.lastOf(scope, run, accountType);
    const begunAnew = await this.namings.peopleOf(scope, { sender, notRun: run.run, ...since(run, last) });
    const { absences = null } = last ?? {};
    const before = absences === null ? new AbsenceCounts() : AbsenceCounts.from(absences);
    for (const ids of chunksOf(await this.missingOf(scope, run, last), AT_ONCE))
      for (const id of await this.users.activeAmong(scope, ids, accountType))
        counts.set(id, begunAnew.has(id) ? 1 : before.of(id) + 1);
  }

  /** Whom the sender has sent, and neither this run nor, since the last complete one, another sender has named. */
  private async missingOf(scope: Scope, run: NamingRun, last: FinishedRun | undefined): Promise<PeopleSet> {
    const { sender, named, epoch } = run;
    const sent = await this.namings.sentBy(scope, { sender, notRun: run.run, until: epoch });
    const byOthers = await this.namings.peopleOf(scope, { notSender: sender, ...since(run, last) });
    return sent.without(named, byOthers);
  }

  private lastOf(
    scope: Scope,
    { sender, epoch: before }: NamingRun,
    accountType: AccountType,
  ): Promise<FinishedRun | undefined> {
    return this.finished.lastComplete(scope, { sender, accountType, before });
  }

  private async countActive(
    scope: Scope,
    people: PeopleSet,
    accountType: AccountType,
    { enough = Infinity, dryRun }: { readonly enough?: number; readonly dryRun?: DryRun | undefined } = {},
  ): Promise<number> {
    let count = 0;
    for (const ids of chunksOf(people, AT_ONCE)) {
      if (count >= enough) break;
      const active =
        dryRun === undefined
          ? await this.users.activeAmong(scope, ids, accountType)
          : await activeIn(dryRun, ids, accountType);
      count += active.length;
    }
    return count;
  }
}

/** What was named since the last complete run. */
function since({ epoch }: NamingRun, last: FinishedRun | undefined): { after: number; until: number } {
  return { after: last?.epoch ?? NEVER, until: epoch };
}

/** The same as `UsersRepository.activeAmong`, with what the dry run would have written. */
async function activeIn(
  dryRun: DryRun,
  ids: readonly string[],
  accountType: AccountType,
): Promise<readonly string[]> {
  const asked = new Set(ids);
  const people = await dryRun.findCandidates({ externalIds: ids, emailKeys: [] });
  return people
    .filter((user) => asked.has(user.id) && user.accountStatus === 'active')
    .filter((user) => user.accountType === accountType)
    .map(({ id }) => id);
}

/** The members of a set, so many at once. */
export function* chunksOf(people: Iterable<string>, most: number): Generator<string[]> {
  let chunk: string[] = [];
  for (const id of people) {
    chunk.push(id);
    if (chunk.length < most) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
