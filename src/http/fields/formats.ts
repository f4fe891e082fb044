import { isEmail, isFQDN } from 'class-validator';

import { unseenProblem } from './text-rules.js';

/** A domain of one label can only be a country's: no other top-level domain may have mail boxes of its own. */
const COUNTRY_DOMAIN = /@[a-z]{2}$/i;

/** What nearly every address looks like. */
const USUAL_ADDRESS = /^[a-z0-9]+(?:[._-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/i;

/** Addresses as mail systems of our time take them: internationalised, no quoted or literal forms (decision 12). */
export function isEmailAddress(text: string): boolean {
  // Below 64 characters no part of it is too long. The full rules take ten times as long.
  return (text.length < 64 && USUAL_ADDRESS.test(text)) || isAddressByFullRules(text);
}

export function isAddressByFullRules(text: string): boolean {
  // Unicode has spaces of its own, which no mail system takes.
  if (/\s/.test(text)) return false;
  return isEmail(text, {
    allow_utf8_local_part: true,
    blacklisted_chars: '"',
    require_tld: !COUNTRY_DOMAIN.test(text),
    ignore_max_length: false,
  });
}

export function isDomainName(text: string): boolean {
  return isFQDN(text, { require_tld: true }) && unseenProblem(text) === undefined;
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

/** ISO 8601 with seconds optional and an offset or `Z`. */
export function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1] ?? '';
  // Its offset may take the last day there is into the year 10000, which no database has.
  return isCalendarDate(day) && isCalendarDate(new Date(text).toISOString().replace(/T.*/, ''));
}
