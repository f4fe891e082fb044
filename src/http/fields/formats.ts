import { isEmail, isFQDN } from 'class-validator';

import { sentence } from '../../texts/sentence.js';
import { unseen } from './text-rules.js';

/** A domain of one label: only top-level domains of countries may have mail boxes. */
const COUNTRY_DOMAIN = /@[a-z]{2}$/i;

/** Matches nearly every address in use. */
const USUAL_ADDRESS = /^[a-z0-9]+(?:[._-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/i;

/**
 * Mobile networks of Japan gave out addresses with several dots in a row, or with a dot before the @, until 2009, and
 * still deliver them; `au.com` took over those of `ezweb.ne.jp`. Elsewhere they are mistakes.
 */
const OF_JAPAN = /(?:\.jp|@au\.com)$/i;
const DOT_OF_JAPAN = /(?<=.)\.(?=\.|$)/g;

/** The address with a letter for each dot that the full rules do not know, so that its length stays. */
function withoutDotsOfJapan(text: string): string {
  const at = text.lastIndexOf('@');
  return OF_JAPAN.test(text) ? text.slice(0, at).replace(DOT_OF_JAPAN, 'x') + text.slice(at) : text;
}

/** Addresses that mail systems accept today: internationalised, without quoted or literal forms (decision 12). */
export function isEmailAddress(text: string): boolean {
  // Below 64 characters no part is too long. The full rules take ten times the time.
  return (text.length < 64 && USUAL_ADDRESS.test(text)) || isAddressByFullRules(withoutDotsOfJapan(text));
}

export function isAddressByFullRules(text: string): boolean {
  // The library accepts the spaces of Unicode, which no mail system does.
  if (/\s/.test(text)) return false;
  return isEmail(text, {
    allow_utf8_local_part: true,
    blacklisted_chars: '"',
    require_tld: !COUNTRY_DOMAIN.test(text),
    ignore_max_length: false,
  });
}

export function isDomainName(text: string): boolean {
  return isFQDN(text, { require_tld: true }) && unseen(text) === undefined;
}

export function isSnakeCase(text: string): boolean {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(text);
}

/** `YYYY-MM-DD` that exists in the calendar: 2024-02-29 does, 2023-02-29 does not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1000-01-01') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a text is ISO 8601 with an offset or `Z`; seconds are optional. */
export function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1] ?? '';
  // The offset may move the last day of 9999 into the year 10000, which the database cannot store.
  return isCalendarDate(day) && isCalendarDate(new Date(text).toISOString().replace(/T.*/, ''));
}

export const NO_BOUND_OF_TIME = sentence(
  'must be a date such as 2026-11-20, or a date and time such as 2026-11-20T02:30:00.000Z',
);

/**
 * The moment of a filter by time (contract, section 1): a date is its 00:00 UTC. Undefined when the text is neither a
 * date nor a date and time. Stored times have milliseconds, so a bound within one is the beginning of the next.
 */
export function boundOfTime(text: string): Date | undefined {
  if (!isCalendarDate(text) && !isDateTime(text)) return undefined;
  const isWithin = /\.\d{3}\d*[1-9]/.test(text);
  return new Date(Date.parse(text) + (isWithin ? 1 : 0));
}

/** What the reference says of a filter by time. */
export function describeBound(description: string): string {
  return `${description}: a date (00:00 UTC) or a date and time`;
}
