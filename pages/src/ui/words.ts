import { plural } from '@lingui/core/macro';

import { LOCALE } from '../language';
import { CODES, FIELDS } from './codes';
import { PLAIN_FIELDS, PROFILE_FIELDS } from './declared-fields';
import { entryOf } from './options';

/** `not_queued` as "Not queued"; in other languages the codes that these pages know. */
export function words(value: string): string {
  return CODES[value.toLowerCase()] ?? capitalized(value.replaceAll(/[_-]/g, ' '));
}

/** `facultyProfile.leaveUntil` as "Faculty profile › leave until". */
export function fieldWords(field: string): string {
  return capitalized(field.split('.').map(partWords).join(' › '));
}

function partWords(part: string): string {
  return (
    entryOf(PLAIN_FIELDS, part) ??
    entryOf(PROFILE_FIELDS, part) ??
    FIELDS[part] ??
    CODES[part]?.toLowerCase() ??
    part
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replaceAll(/[_-]/g, ' ')
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 12345 as "12,345". */
export function grouped(count: number): string {
  return count.toLocaleString(LOCALE);
}

export function usersInWords(count: number): string {
  return plural(count, { one: '# user', other: '# users' });
}
