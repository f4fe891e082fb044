import { createHash } from 'node:crypto';

const LONGEST_TEXT = 300;
const MASK = '…';

/** What differs between messages about the same problem; the order matters, as an address may contain numbers. */
const MASKED: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /[^\s"'<>(),;:]+@[^\s"'<>(),;]+/g,
  /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
];

/** Numbers, dates and times, and ids such as S-0017, sub-77 or 3f2ac0: those of these words that have a digit. */
const WORD = /[\p{L}\p{N}_]+(?:(?:[-./+]|(?<=\d):(?=\d))[\p{L}\p{N}_]+)*/gu;

/** `HTTP 503` and its like are different problems, and are few. */
const STATUS = /\b(HTTP|status|code|answered|answers)([ :=]+)([1-5]\d\d)\b/gi;
const KEPT = { from: '0123456789', to: 'abcdefghij' } as const;

function spelled(digits: string): string {
  return [...digits].map((digit) => KEPT.to[KEPT.from.indexOf(digit)] ?? '').join('');
}

/**
 * What a connector's message has in common with others about the same problem: without e-mail addresses, URLs, quoted
 * values, ids and numbers. The three digits of an HTTP status stay.
 */
export function errorTextOf(lastError: string | null): string {
  const text = (lastError ?? '').trim();
  if (text === '') return 'No message';
  // Characters for private use stand around the digits that stay, which are letters meanwhile.
  const kept = text.replace(STATUS, (_all, word: string, between: string, digits: string) => {
    return `${word}${between}\uE000${spelled(digits)}\uE001`;
  });
  const quoted = MASKED.reduce((one, pattern) => one.replace(pattern, MASK), kept);
  const masked = quoted.replace(WORD, (word) => (/\d/.test(word) ? MASK : word));
  const plain = masked.replace(/\uE000([a-j]{3})\uE001/g, (_all, letters: string) =>
    [...letters].map((letter) => KEPT.from[KEPT.to.indexOf(letter)] ?? '').join(''),
  );
  const short = plain.replace(/\s+/g, ' ').replace(/…(?:[\s,;]+…)+/g, MASK);
  return [...short].slice(0, LONGEST_TEXT).join('');
}

/** Beyond so many error groups of a tenant, further messages share one. */
export const OTHER_GROUP = 'other';
/** The ID of an error group: the same text has another one for another target system. */
export function errorGroupOf(targetSystem: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([targetSystem, text]))
    .digest('base64url')
    .slice(0, 22);
}
