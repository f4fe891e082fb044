import { t } from '@lingui/core/macro';

import { isEmailAddress } from '../ui/email-address';

/** As many as the API takes. */
const MOST = 20;
const BETWEEN = /[,;\s]+/;

/** The addresses in a text. */
export function addressesOf(text: string): string[] {
  return text.split(BETWEEN).filter(Boolean);
}

/** As many at once as the API takes. */
export function inCalls(addresses: readonly string[]): string[][] {
  const calls = Math.ceil(addresses.length / MOST);
  return Array.from({ length: calls }, (_, place) => addresses.slice(place * MOST, (place + 1) * MOST));
}

/** One of each, however it is spelt. */
export function distinctAddresses(addresses: readonly string[]): string[] {
  return [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()];
}

/**
 * What is wrong with the addresses in a text.
 * @param isTyping the last one may not be complete yet
 */
export function recipientsProblem(text: string, isTyping: boolean): string | undefined {
  const all = addressesOf(text);
  const complete = isTyping && !/[,;\s]$/.test(text) ? all.slice(0, -1) : all;
  const wrong = complete.filter((one) => !isEmailAddress(one)).join(', ');
  if (wrong !== '') return t`Not an e-mail address: ${wrong}`;
  const keys = complete.map((one) => one.toLowerCase());
  const twice = complete.filter((_, place) => keys.indexOf(keys[place] ?? '') !== place).join(', ');
  if (twice !== '') return t`Named twice: ${twice}`;
  return all.length > MOST ? t`${MOST} addresses at most` : undefined;
}
