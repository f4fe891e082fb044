import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { OpenItem } from '../entities/open-item.entity.js';
import { type GroupKey, inOrder, OpenItemsRepository } from './open-items.repository.js';
import { ReadySignal } from './ready-signal.js';
import { eligibilityOf } from '../entities/eligibility.js';

/** An item becomes open, changes its order, or is open no more. */
export interface OpenItemChange {
  readonly before: OpenItem | undefined;
  readonly after: OpenItem | undefined;
}

function sameGroup(one: GroupKey, other: GroupKey): boolean {
  return one.studentId === other.studentId && one.targetSystem === other.targetSystem;
}

function groupsOf(changes: readonly OpenItemChange[]): GroupKey[] {
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

/** Keeps the order in which a student's items are handed out. */
@Injectable()
export class QueueOrder {
  constructor(
    private readonly items: OpenItemsRepository,
    private readonly signal: ReadySignal,
  ) {}

  /**
   * Writes open items, and what of their groups may be handed out then. The caller has locked the items and their
   * groups ({@link OpenItemsRepository.lockGroups}).
   */
  async change(scope: Scope, transaction: Transaction, changes: readonly OpenItemChange[]): Promise<void> {
    const left = changes.flatMap(({ before, after }) =>
      before === undefined || before.target === after?.target ? [] : [before],
    );
    const rows = changes.flatMap(({ after }) => after ?? []);
    await this.items.remove(scope, transaction, left);
    if (rows.length > 0) await this.items.put(transaction, rows);
    await this.order(scope, transaction, groupsOf(changes));
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
    if (changed.length > 0) await this.items.setEligibility(transaction, changed);
    if (changed.some(({ eligibility }) => eligibility === 'ready'))
      transaction.onCommit(() => {
        this.signal.give(scope.tenantId);
      });
  }
}

/** The rows of a group whose eligibility changes. A delay that is over is forgotten. */
function orderedAnew(rows: readonly OpenItem[], now: Date): OpenItem[] {
  const eligibilities = eligibilityOf(
    rows.map(({ formType, eligibility, notBefore }) => ({
      formType,
      isProcessing: eligibility === 'processing',
      notBefore,
    })),
    now,
  );
  return rows.flatMap((row, index) => {
    const eligibility = eligibilities[index] ?? row.eligibility;
    const notBefore = eligibility === 'delayed' ? row.notBefore : null;
    const isSame = row.eligibility === eligibility && (row.notBefore === null) === (notBefore === null);
    return isSame ? [] : [{ ...row, eligibility, notBefore }];
  });
}
