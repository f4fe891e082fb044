import { t } from '@lingui/core/macro';

import type { DeprovisioningPauseDto, SyncTargetDto, TermDto } from '../api/openapi';
import { LOCALE } from '../language';
import { type Difference, differencesOf, textOf } from '../ui/difference';
import { entryOf } from '../ui/options';
import { grouped, words } from '../ui/words';
import { SECTIONS, SETTINGS } from './declared';
import { changesIn, type SettingsForm } from './settings-form';

type Values = Readonly<Record<string, unknown>>;

/** As far as the words of a setting need it. */
interface Declared {
  readonly section: keyof typeof SECTIONS;
  readonly label?: string;
  readonly whenEmpty?: string;
  readonly values?: Readonly<Record<string, string>>;
}

const DECLARED: Readonly<Record<string, Declared>> = SETTINGS;
/** Of limits that were never set; the page has no word for it. */
const MARK = /\.larger$/;
const MONTH_NAME = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' });

/** An item of a list of objects: what identifies it, and the rest in words. */
interface Item {
  readonly name: string;
  readonly text: string;
}

interface Term extends Omit<TermDto, 'month'> {
  readonly month: number | null;
}

const LISTS: Readonly<Record<string, (item: Values) => Item>> = {
  deprovisioningPauses: (item) => {
    const { from, until, note = null } = item as unknown as DeprovisioningPauseDto;
    return { name: from, text: note === null ? `${from} – ${until}` : `${from} – ${until}, ${note}` };
  },
  syncTargets: (item) => {
    const { name, formTypes } = item as unknown as SyncTargetDto;
    const forms = (formTypes ?? []).map(words);
    return { name, text: forms.length === 0 ? t`all forms` : forms.join(', ') };
  },
  terms: (item) => {
    const { name, month, yearOffset } = item as unknown as Term;
    // In a form it may not be chosen yet.
    const begins = month === null ? textOf(month) : MONTH_NAME.format(Date.UTC(2000, month - 1));
    const offset = yearOffset ?? 0;
    if (offset === 0) return { name, text: begins };
    return { name, text: offset < 0 ? t`${begins} of the year before` : t`${begins} of the year after` };
  },
};

/** Where two forms differ. */
export function formDifferences(theirs: SettingsForm, mine: SettingsForm): Difference[] {
  return settingDifferences(changesIn(theirs, mine), changesIn(mine, theirs));
}

/** What a change of settings has changed, in the words of the settings page. */
export function settingDifferences(before: Values, after: Values): Difference[] {
  const paths = Object.keys(LISTS);
  const [was, is] = [without(before, paths), without(after, paths)];
  const fields = differencesOf(was, is).filter(({ field }) => !MARK.test(field));
  return [
    ...fields.map(inWords),
    ...Object.entries(LISTS).flatMap(([path, itemOf]) => {
      if (before[path] === undefined && after[path] === undefined) return [];
      return listDifferences(path, itemsIn(before[path], itemOf), itemsIn(after[path], itemOf));
    }),
  ];
}

function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function itemsIn(list: unknown, itemOf: (item: Values) => Item): ReadonlyMap<string, string> {
  const items = Array.isArray(list) ? (list as Values[]).map(itemOf) : [];
  return new Map(items.map(({ name, text }) => [name, text]));
}

/** The items that differ; when none does, their order. */
function listDifferences(
  path: string,
  was: ReadonlyMap<string, string>,
  is: ReadonlyMap<string, string>,
): Difference[] {
  const title = SECTIONS[DECLARED[path]?.section ?? 'university'].title;
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
  if (names.length === 0)
    return [
      { field: path, label: title, before: [...was.keys()].join(', '), after: [...is.keys()].join(', ') },
    ];
  return names.map((name) => ({
    field: `${path}.${name}`,
    label: `${title} › ${name}`,
    before: was.get(name) ?? t`none`,
    after: is.get(name) ?? t`none`,
  }));
}

function inWords({ field, before, after }: Difference): Difference {
  const setting = entryOf(DECLARED, field);
  const word = (value: unknown) => settingWords(setting, value);
  const { label } = setting ?? {};
  return { field, ...(label === undefined ? {} : { label }), before: word(before), after: word(after) };
}

/** `Empty: no limit.` as "no limit". */
function emptyWords(whenEmpty: string): string {
  return whenEmpty.replace(/^[^:]*: /, '').replace(/\.$/, '');
}

function settingWords(setting: Declared | undefined, value: unknown): string {
  const { values, whenEmpty } = setting ?? {};
  if (value === null && whenEmpty !== undefined) return emptyWords(whenEmpty);
  if (typeof value === 'number') return grouped(value);
  const named = (one: unknown) => entryOf(values ?? {}, textOfValue(one)) ?? textOf(one);
  return Array.isArray(value) && value.length > 0 ? value.map(named).join(', ') : named(value);
}

function textOfValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : '';
}
