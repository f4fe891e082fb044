import type { Transaction } from '../database/transaction/transaction.js';
import { Act } from './act.js';

/** As far as an act knows a transaction. */
class Commits {
  private readonly callbacks: (() => void)[] = [];

  onCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  commit(): void {
    for (const callback of this.callbacks) callback();
  }
}

function transaction(): Commits & Transaction {
  return new Commits() as unknown as Commits & Transaction;
}

describe('an act in several transactions', () => {
  it('has one first entry for each action', () => {
    const act = new Act();
    const [one, other] = [transaction(), transaction()];
    expect(act.begins(one, 'a')).toBe(true);
    expect(act.begins(one, 'a')).toBe(false);
    expect(act.begins(one, 'b')).toBe(true);
    one.commit();
    expect(act.begins(other, 'a')).toBe(false);
    expect(act.begins(other, 'b')).toBe(false);
  });

  it('has it in the first transaction that is committed', () => {
    const act = new Act();
    const [rolledBack, other, last] = [transaction(), transaction(), transaction()];
    expect(act.begins(rolledBack, 'a')).toBe(true);
    expect(act.begins(other, 'a')).toBe(true);
    other.commit();
    expect(act.begins(last, 'a')).toBe(false);
  });

  it('is continued by another call without a second first entry', () => {
    const act = new Act();
    const one = transaction();
    act.begins(one, 'a');
    one.commit();
    const continued = new Act(act.id, act.begunActions);
    expect(continued.id).toBe(act.id);
    expect(continued.begins(transaction(), 'a')).toBe(false);
    expect(continued.begins(transaction(), 'b')).toBe(true);
  });
});
