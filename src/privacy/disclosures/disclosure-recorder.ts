import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { CallBatcher } from '../../concurrency/call-batcher.js';
import { WaitingCounts } from '../../database/connection/waiting-counts.js';
import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { dayIn } from '../../tenancy/calendar.js';
import { type DisclosureKind, DisclosureLog } from '../../tenancy/disclosure-log.js';
import { type Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/secrets.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { DisclosuresRepository, type Recipient } from './disclosures.repository.js';
import { type Bitmap, has, placeOfId } from './people-block.js';

/** People who are to be stored, by block. */
interface Told extends Recipient {
  readonly members: Map<number, Set<number>>;
}

const FLUSH_MS = 1000;
/** Calls that share a transaction. */
const MOST_TOGETHER = 16;
/** Of 1 kB each: all of a million people for 60 keys. */
const MOST_BLOCKS = 8192;
/** An administrator who looks at a page is not noted, one who takes a file with them is. */
const OF_ADMINISTRATORS: readonly DisclosureKind[] = ['person-export', 'download'];
const KEY = 'key:';

function nameOf({ tenantId, day, actor, kind }: Recipient): string {
  return `${tenantId} ${day} ${actor} ${kind}`;
}

function join(told: Told, more: Told): void {
  for (const [block, positions] of more.members) {
    const known = told.members.get(block);
    if (known === undefined) told.members.set(block, new Set(positions));
    else for (const position of positions) known.add(position);
  }
}

/** Those of the same recipient as one, in an order that all processes have. */
function joined(all: readonly Told[]): Told[] {
  const byName = new Map<string, Told>();
  for (const told of all) {
    const known = byName.get(nameOf(told));
    if (known === undefined) byName.set(nameOf(told), { ...told, members: new Map(told.members) });
    else join(known, told);
  }
  return [...byName.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, told]) => told);
}

/**
 * Stores who was given data about whom. It remembers whom it has stored of the present day, so that the same walk or
 * look-up again costs no statement.
 */
@Injectable()
export class DisclosureRecorder
  extends DisclosureLog
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly logger = new Logger(DisclosureRecorder.name);
  private readonly stored = new BoundedCache<string, Bitmap>({ most: MOST_BLOCKS });
  private readonly waiting: WaitingCounts<Told>;
  private readonly batcher = new CallBatcher<Told, undefined>(async (jobs) => {
    await this.store(jobs);
    return jobs.map(() => undefined);
  }, MOST_TOGETHER);

  constructor(
    private readonly disclosures: DisclosuresRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
    const failed = (error: unknown): void => {
      this.logger.warn({ msg: 'disclosures wait for the database', ...explain(error) });
    };
    this.waiting = new WaitingCounts((rows) => this.store(rows), join, failed);
  }

  onApplicationBootstrap(): void {
    this.waiting.start(FLUSH_MS);
  }

  /** Runs after the last request has ended and before the connections are closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.waiting.stop();
  }

  /** @throws {QueryFailedError} when the database cannot be used; then nothing may be handed out */
  async record(scope: Scope, kind: DisclosureKind, userIds: readonly string[]): Promise<void> {
    const told = this.newOf(scope, kind, userIds);
    if (told !== undefined) await this.batcher.add(told.tenantId, told);
  }

  note(scope: Scope, kind: DisclosureKind, userIds: readonly string[]): void {
    const told = this.newOf(scope, kind, userIds);
    if (told === undefined) return;
    const waiting = this.waiting.of(nameOf(told), () => ({ ...told, members: new Map() }));
    join(waiting, told);
  }

  /**
   * Stores what was noted.
   * @throws {QueryFailedError} when that failed; it is kept
   */
  flush(): Promise<void> {
    return this.waiting.flush();
  }

  /** Those who are not stored yet; undefined when all are, or when such calls are not noted. */
  private newOf(scope: Scope, kind: DisclosureKind, userIds: readonly string[]): Told | undefined {
    const { tenantId, actor, tenant } = scope;
    if (isSandboxId(tenantId) || !(actor.startsWith(KEY) || OF_ADMINISTRATORS.includes(kind)))
      return undefined;
    const recipient = { tenantId, day: dayIn(tenant.timeZone, nowOf(scope)), actor, kind };
    const name = nameOf(recipient);
    const members = new Map<number, Set<number>>();
    let [block, bitmap, positions]: [number, Bitmap | undefined, Set<number> | undefined] = [
      -1,
      undefined,
      undefined,
    ];
    for (const id of userIds) {
      const place = placeOfId(id);
      if (place === undefined) continue;
      if (place.block !== block) {
        // People beside each other are mostly of the same block.
        block = place.block;
        bitmap = this.stored.get(`${name} ${block}`);
        positions = members.get(block);
      }
      if (bitmap !== undefined && has(bitmap, place.position)) continue;
      if (positions === undefined) members.set(block, (positions = new Set()));
      positions.add(place.position);
    }
    return members.size === 0 ? undefined : { ...recipient, members };
  }

  private async store(all: readonly Told[]): Promise<void> {
    const told = joined(all);
    for (const tenantId of new Set(told.map((one) => one.tenantId))) {
      const ofTenant = told.filter((one) => one.tenantId === tenantId);
      const stored = await this.unitOfWork.run(async (transaction) => {
        const now: [string, Bitmap][] = [];
        for (const one of ofTenant)
          for (const [block, bitmap] of await this.disclosures.add(transaction, one, one.members))
            now.push([`${nameOf(one)} ${block}`, bitmap]);
        return now;
      });
      for (const [name, bitmap] of stored) this.stored.set(name, bitmap);
    }
  }
}
