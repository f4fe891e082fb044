import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { isSandboxId } from '../credentials/secrets.js';
import type { Loss } from './find-loss.js';
import { LossesRepository, type RefusedStamps } from './losses.repository.js';

/** What several processes find of one loss, they find within this time. */
const SAME_MS = 3_600_000;
/** Between the commits of one process and another there may be so long. */
const GAP_MS = 10_000;

/** What is recorded of a loss. */
export interface RecordedLoss extends Loss {
  /** Whether universities may have lost something; else it is a sandbox alone, whose stamps are of its own clock. */
  readonly isOfUniversities: boolean;
}

export interface FoundLoss extends RecordedLoss {
  readonly formerServer: string | null;
  readonly server: string | null;
  /** When it is recorded. */
  readonly now: number;
}

/**
 * Records a loss, and up to which stamp callers must begin anew: of every university, since a process that ended with
 * the server knew of commits that no other one does. What a reader of a sandbox shows is of that sandbox alone.
 *
 * Stamps from before the loss are refused as well. A record is read as it is stored, by a page of a walk that ended
 * before its last change, or after an event that is older: so a copy with an older stamp may have what was lost.
 */
@Injectable()
export class LossWriter {
  constructor(private readonly losses: LossesRepository) {}

  /** Only one process does this at a time. */
  async write(transaction: Transaction, loss: FoundLoss): Promise<void> {
    const { firstAt, lastAt, now } = loss;
    const touching = { firstAt: new Date(firstAt - GAP_MS), lastAt: new Date(lastAt + GAP_MS) };
    const known = await this.losses.touching(transaction, touching, new Date(now - SAME_MS));
    if (known === undefined) await this.writeNew(transaction, loss);
    else await this.add(transaction, known, loss);
  }

  private async writeNew(transaction: Transaction, loss: FoundLoss): Promise<void> {
    const { firstAt, lastAt, now, formerServer, server, tenants, isOpen } = loss;
    const [first, last] = [new Date(firstAt), new Date(lastAt)];
    const row = { foundAt: new Date(now), firstAt: first, lastAt: last, formerServer, server };
    const lossId = await this.losses.insert(transaction, row);
    await this.refuse(transaction, lossId, loss, [...tenants.keys()]);
    if (isOpen) await this.losses.knowAll(transaction, lossId);
  }

  private async add(transaction: Transaction, lossId: number, loss: FoundLoss): Promise<void> {
    const { firstAt, lastAt, tenants, isOpen, isOfUniversities } = loss;
    if (isOfUniversities)
      await this.losses.widen(transaction, lossId, { firstAt: new Date(firstAt), lastAt: new Date(lastAt) });
    const others: string[] = [];
    for (const [tenantId, last] of tenants)
      if (!(await this.losses.know(transaction, lossId, tenantId, last))) others.push(tenantId);
    await this.refuse(transaction, lossId, loss, others);
    if (isOpen) await this.losses.knowAll(transaction, lossId);
  }

  private async refuse(
    transaction: Transaction,
    lossId: number,
    loss: FoundLoss,
    tenantIds: readonly string[],
  ): Promise<void> {
    const upTo = loss.isOfUniversities ? loss.lastAt : undefined;
    const stamps = await this.losses.lockStamps(transaction, tenantIds, lossId, upTo);
    const rows = stamps.map(({ tenantId, last }): RefusedStamps => {
      const lost = loss.tenants.get(tenantId);
      // Those of a sandbox are moments of its own clock.
      const now = isSandboxId(tenantId) ? 0 : loss.now;
      return { tenantId, lossId, upTo: Math.max(last, now, lost ?? 0), isKnown: lost !== undefined };
    });
    await this.losses.refuse(transaction, rows);
  }
}
