import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { CallBatcher } from '../../concurrency/call-batcher.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { dayIn } from '../../tenancy/time/calendar.js';
import { type DisclosureKind, DisclosureLog } from '../../tenancy/disclosure-log.js';
import { type Scope } from '../../tenancy/scope.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { DisclosuresRepository, type Recipient } from './disclosures.repository.js';
import { type Bitmap, has, placesByBlock } from '../../users/model/people-block.js';

/** Positions of people who were given to a recipient and are to be stored, by block. */
interface Disclosed extends Recipient {
  readonly members: Map<number, Set<number>>;
}

/** Calls that share a transaction. */
const MOST_TOGETHER = 16;
/** Of 1 kB each: all of a million people for 60 keys. */
const MOST_BLOCKS = 8192;
/** An administrator who looks at a page is not noted, one who takes a file with them is. */
const OF_ADMINISTRATORS: readonly DisclosureKind[] = ['person-export', 'download'];
const KEY = 'key:';

/** Nothing of sandboxes, which have no real people. */
function isNoted({ tenantId, actor }: Scope, kind: DisclosureKind): boolean {
  return !isSandboxId(tenantId) && (actor.startsWith(KEY) || OF_ADMINISTRATORS.includes(kind));
}

function nameOf({ tenantId, day, actor, kind }: Recipient): string {
  return `${tenantId} ${day} ${actor} ${kind}`;
}

function join(disclosed: Disclosed, more: Disclosed): Disclosed {
  for (const [block, positions] of more.members) {
    const known = disclosed.members.get(block);
    if (known === undefined) disclosed.members.set(block, new Set(positions));
    else for (const position of positions) known.add(position);
  }
  return disclosed;
}

/** Those of the same recipient as one, in an order that all processes have. */
function joined(all: readonly Disclosed[]): Disclosed[] {
  const byName = new Map<string, Disclosed>();
  for (const one of all) {
    const known = byName.get(nameOf(one));
    if (known === undefined) byName.set(nameOf(one), { ...one, members: new Map(one.members) });
    else join(known, one);
  }
  const inOrder = [...byName.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([, disclosed]) => disclosed);
}

/**
 * Stores who was given data about whom. It remembers whom it has stored of the present day, so that the same walk or
 * look-up again costs no statement.
 */
@Injectable()
export class DisclosureRecorder extends DisclosureLog {
  private readonly stored = new BoundedCache<string, Bitmap>({ most: MOST_BLOCKS });
  private readonly waiting: WriteBehind<Disclosed>;
  private readonly batcher = new CallBatcher<Disclosed, undefined>(async (jobs) => {
    await this.unitOfWork.run((transaction) => this.store(transaction, jobs));
    return jobs.map(() => undefined);
  }, MOST_TOGETHER);

  constructor(
    background: Background,
    private readonly disclosures: DisclosuresRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
    this.waiting = background.buffer('disclosures', {
      store: (transaction, rows) => this.store(transaction, rows),
      merge: join,
    });
  }

  /** @throws {QueryFailedError} when the database cannot be used; then nothing may be handed out */
  async record(scope: Scope, kind: DisclosureKind, userIds: readonly string[]): Promise<void> {
    const disclosed = this.newOf(scope, kind, userIds);
    if (disclosed !== undefined) await this.batcher.add(disclosed.tenantId, disclosed);
  }

  note(scope: Scope, kind: DisclosureKind, userIds: readonly string[]): void {
    const disclosed = this.newOf(scope, kind, userIds);
    if (disclosed === undefined) return;
    const waiting = this.waiting.of(nameOf(disclosed), () => ({ ...disclosed, members: new Map() }));
    join(waiting, disclosed);
  }

  /** Those who are not stored yet; undefined when all are, or when such calls are not noted. */
  private newOf(scope: Scope, kind: DisclosureKind, userIds: readonly string[]): Disclosed | undefined {
    if (!isNoted(scope, kind)) return undefined;
    const { tenantId, actor, tenant } = scope;
    const recipient = { tenantId, day: dayIn(tenant.timeZone, nowOf(scope)), actor, kind };
    const members = new Map<number, Set<number>>();
    for (const [block, positions] of placesByBlock(userIds)) {
      const stored = this.stored.get(`${nameOf(recipient)} ${block}`);
      const missing = stored === undefined ? positions : positions.filter((one) => !has(stored, one));
      if (missing.length > 0) members.set(block, new Set(missing));
    }
    return members.size === 0 ? undefined : { ...recipient, members };
  }

  private async store(transaction: Transaction, all: readonly Disclosed[]): Promise<void> {
    for (const one of joined(all))
      for (const [block, bitmap] of await this.disclosures.add(transaction, one, one.members))
        transaction.onCommit(() => {
          this.stored.set(`${nameOf(one)} ${block}`, bitmap);
        });
  }
}
