import { t } from '@lingui/core/macro';

import type { Preset } from '../../dates/relative-days';
import type { Filter } from '../types';

const LABELS: Readonly<Record<Preset, string>> = {
  today: t`Today`,
  yesterday: t`Yesterday`,
  'last-7-days': t`Last 7 days`,
  'last-30-days': t`Last 30 days`,
  'next-7-days': t`Next 7 days`,
  'next-30-days': t`Next 30 days`,
  'this-month': t`This month`,
  'this-term': t`This term`,
  'last-term': t`Last term`,
};

const PAST: readonly Preset[] = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'this-term',
  'last-term',
];
const AHEAD: readonly Preset[] = ['today', 'next-7-days', 'next-30-days', 'this-month', 'this-term'];
const OF_TERMS: readonly Preset[] = ['this-term', 'last-term'];
/** Those that end before today mean nothing where only a beginning can be set. */
const ENDED: readonly Preset[] = ['yesterday', 'last-term'];

export function presetLabel(preset: Preset): string {
  return LABELS[preset];
}

/** What a filter of days offers. */
export function optionsFor({ isAhead, until }: Filter, hasTerms: boolean): readonly Preset[] {
  return (isAhead ? AHEAD : PAST).filter(
    (preset) => (hasTerms || !OF_TERMS.includes(preset)) && (until !== undefined || !ENDED.includes(preset)),
  );
}
