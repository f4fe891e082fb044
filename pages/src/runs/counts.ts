import { plural, t } from '@lingui/core/macro';

import type { RunRowDto, UsualRunDto } from '../api/openapi';
import { grouped } from '../ui/words';

export type CountName = Exclude<keyof UsualRunDto, 'runs'>;

/** The counts of people, in the order in which they are read. */
export const COUNTS: readonly { readonly name: CountName; readonly label: string; readonly noun: string }[] =
  [
    { name: 'received', label: t`Received`, noun: t`received` },
    { name: 'inserted', label: t`Inserted`, noun: t`inserted` },
    { name: 'updated', label: t`Updated`, noun: t`updated` },
    { name: 'unchanged', label: t`Unchanged`, noun: t`unchanged` },
    { name: 'deprovisioned', label: t`De-provisioned`, noun: t`de-provisioned` },
    { name: 'restored', label: t`Restored`, noun: t`restored` },
    { name: 'failed', label: t`Failed`, noun: t`failed` },
  ];

/** What became of so many people; other languages inflect the word by the number. */
export const PEOPLE = {
  inserted: (count: number) => plural(count, { one: '# inserted', other: '# inserted' }),
  updated: (count: number) => plural(count, { one: '# updated', other: '# updated' }),
  unchanged: (count: number) => plural(count, { one: '# unchanged', other: '# unchanged' }),
  failed: (count: number) => plural(count, { one: '# failed', other: '# failed' }),
  deprovisioned: (count: number) => plural(count, { one: '# de-provisioned', other: '# de-provisioned' }),
  held: (count: number) => plural(count, { one: '# held', other: '# held' }),
} as const;

/** Counts whose smallest change is worth a word; the others may differ by a fifth from night to night. */
const SENSITIVE: readonly CountName[] = ['failed', 'deprovisioned', 'restored'];
const USUAL_SHARE = 0.2;
const FEWEST_PEOPLE = 5;

export function isUnusual(name: CountName, count: number, usually: number): boolean {
  const difference = Math.abs(count - usually);
  if (name === 'failed') return difference > 0;
  const room = Math.max(FEWEST_PEOPLE, usually * USUAL_SHARE);
  return difference > (SENSITIVE.includes(name) ? FEWEST_PEOPLE : room);
}

/** 12 as "+12", -1234 as "−1,234". */
export function signed(difference: number): string {
  if (difference === 0) return '±0';
  return `${difference > 0 ? '+' : '−'}${grouped(Math.abs(difference))}`;
}

/** How a run differs from those before it: "+40 de-provisioned"; undefined when it is not known what is usual. */
export function unusualOf(run: RunRowDto): readonly string[] | undefined {
  const { usual } = run;
  if (usual === null) return undefined;
  return COUNTS.filter(({ name }) => name !== 'unchanged' && isUnusual(name, run[name], usual[name])).map(
    ({ name, noun }) => `${signed(run[name] - usual[name])} ${noun}`,
  );
}

/** 48,211 ms as "48 s". */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return t`less than 1 s`;
  if (seconds < 60) return t`${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? t`${minutes} min ${seconds % 60} s`
    : t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What became of progress and submissions in a run. */
export function workflowInWords({ changed, failed, received }: RunRowDto['workflow']): string {
  const done = plural(changed, { one: '# changed', other: '# changed' });
  return t`${done}, ${grouped(failed)} failed of ${grouped(received)}`;
}
