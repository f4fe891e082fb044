import { hash } from 'node:crypto';

import type { Outcome, SentPerson } from '../model/outcome.js';
import { emailKeyOf } from '../model/user-ids.js';

/** 46 MB; of a longer upload the rest is matched as if it came alone. */
const MOST_ADDRESSES = 1_000_000;
const ADDRESS_DIGITS = 13;
/** Seven digits are a small integer, which takes no memory of its own. */
const NUMBER_DIGITS = 7;

function hashOf(text: string, digits: number): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, digits), 16);
}

/** The addresses that rows of an upload had with an externalId, and the first externalId of each, as hashes. */
export class NamedAddresses {
  private readonly numbers = new Map<number, number>();
  private readonly replaced = new Set<number>();

  /** Whether a row found the user with this number by address, and gave them another one. */
  isReplaced(externalId: string): boolean {
    return this.replaced.has(hashOf(externalId, ADDRESS_DIGITS));
  }

  /** Whether the address came first with another externalId. */
  isOfAnother(email: string, externalId: string): boolean {
    const first = this.numbers.get(hashOf(emailKeyOf(email), ADDRESS_DIGITS));
    return first !== undefined && first !== hashOf(externalId, NUMBER_DIGITS);
  }

  add(email: string, externalId: string): void {
    const address = hashOf(emailKeyOf(email), ADDRESS_DIGITS);
    if (this.numbers.has(address) || this.numbers.size >= MOST_ADDRESSES) return;
    this.numbers.set(address, hashOf(externalId, NUMBER_DIGITS));
  }

  /** Adds the rows of a batch that were not refused. */
  addRows(people: readonly SentPerson[], outcomes: readonly Outcome[]): void {
    people.forEach(({ person: { email, externalId = null } }, row) => {
      const outcome = outcomes[row];
      if (externalId === null || outcome === undefined || outcome.kind === 'refused') return;
      this.add(email, externalId);
      const { replacedNumber } = outcome;
      if (replacedNumber !== undefined && this.replaced.size < MOST_ADDRESSES)
        this.replaced.add(hashOf(replacedNumber, ADDRESS_DIGITS));
    });
  }
}
