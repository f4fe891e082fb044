import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import type { OpenItem } from '../entities/open-item.entity.js';
import { type GroupKey, inOrder, OpenItemsRepository } from './open-items.repository.js';
import { ReadySignal } from './ready-signal.js';
import { standingsOf } from './standing.js';
import { WaitingTotalsRepository } from './waiting-totals.repository.js';

/** What happens to the place of an item: it takes one, changes it, or gives it up. */
export interface PlaceChange {
  readonly before: OpenItem | undefined;
  readonly after: OpenItem | undefined;
}

const isWaiting = (row: OpenItem): boolean => row.standing !== 'processing';

function sameGroup(one: GroupKey, other: GroupKey): boolean {
  return one.studentId === other.studentId && one.targetSystem === other.targetSystem;
}

function groupsOf(changes: readonly PlaceChange[]): GroupKey[] {
  const rows = changes.flatMap(({ before, after }) => [before, after]);
  return distinctGroups(rows.filter((row) => row !== undefined));
}

function distinctGroups(keys: readonly GroupKey[]): GroupKey[] {
  const byName = new Map(
    keys.map(({ studentId, targetSystem }) => [
      JSON.stringify([studentId, targetSystem]),
      { studentId, targetSystem },
    ]),
  );
  return [...byName.values()];
}

/** Keeps the order in which a student's items are handed out, and how many wait for each target. */
@Injectable()
export class OpenItems {
  constructor(
    private readonly items: OpenItemsRepository,
    private readonly waiting: WaitingTotalsRepository,
    private readonly signal: ReadySignal,
  ) {}

  /**
   * Writes places and the standings that follow from them. The caller has locked the items and their groups
   * ({@link OpenItemsRepository.lockGroups}).
   */
  async change(scope: Scope, transaction: Transaction, changes: readonly PlaceChange[]): Promise<void> {
    const left = changes.flatMap(({ before, after }) =>
      before === undefined || before.target === after?.target ? [] : [before],
    );
    const rows = changes.flatMap(({ after }) => after ?? []);
    await this.items.remove(scope, transaction, left);
    if (rows.length > 0) await this.items.put(transaction, rows);
    await this.order(scope, transaction, groupsOf(changes));
    await this.waiting.change(scope, transaction, {
      less: changes.flatMap(({ before }) => (before !== undefined && isWaiting(before) ? [before] : [])),
      more: rows.filter(isWaiting),
    });
  }

  /** Works out again what of these groups may be handed out, for instance when a delay is over. */
  async reorder(scope: Scope, transaction: Transaction, keys: readonly GroupKey[]): Promise<void> {
    const groups = distinctGroups(keys);
    await this.items.lockGroups(scope, transaction, groups);
    await this.order(scope, transaction, groups);
  }

  private async order(scope: Scope, transaction: Transaction, groups: readonly GroupKey[]): Promise<void> {
    const now = nowOf(scope);
    const members = (await this.items.membersOf(scope, transaction, groups)).sort(inOrder);
    const changed = groups.flatMap((group) =>
      orderedAnew(
        members.filter((row) => sameGroup(row, group)),
        now,
      ),
    );
    if (changed.length > 0) await this.items.setStandings(transaction, changed);
    if (changed.some(({ standing }) => standing === 'ready'))
      transaction.onCommit(() => {
        this.signal.give(scope.tenantId);
      });
  }
}

/** The rows of a group whose standing changes. A delay that is over is forgotten. */
function orderedAnew(rows: readonly OpenItem[], now: Date): OpenItem[] {
  const standings = standingsOf(
    rows.map(({ formType, standing, notBefore }) => ({
      formType,
      isProcessing: standing === 'processing',
      notBefore,
    })),
    now,
  );
  return rows.flatMap((row, index) => {
    const standing = standings[index] ?? row.standing;
    const notBefore = standing === 'delayed' ? row.notBefore : null;
    const isSame = row.standing === standing && (row.notBefore === null) === (notBefore === null);
    return isSame ? [] : [{ ...row, standing, notBefore }];
  });
}
