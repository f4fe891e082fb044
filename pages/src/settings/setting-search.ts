import { keysOf } from '../ui/options';
import { SECTIONS, SETTINGS } from './declared';
import type { Path } from './settings-form';

export type SectionName = keyof typeof SECTIONS;

/** A setting that a search has found. */
export interface FoundSetting {
  readonly path: Path;
  readonly section: SectionName;
  readonly label: string;
}

interface Searched {
  readonly section: SectionName;
  readonly label?: string;
  readonly hint?: string;
  readonly values?: Readonly<Record<string, string>>;
}

interface Section {
  readonly title: string;
  readonly intro?: string;
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

export function labelOf(path: Path): string {
  const { section, label }: Searched = SETTINGS[path];
  // A list is all of its group but for single fields.
  return label ?? SECTIONS[section].title;
}

function textOf(path: Path): string {
  const { section, label = '', hint = '', values = {} }: Searched = SETTINGS[path];
  const { title, intro = '' }: Section = SECTIONS[section];
  return plain([path, label, hint, ...Object.values(values), title, intro].join(' '));
}

const TEXTS = keysOf(SETTINGS).map((path) => ({ path, text: textOf(path) }));

/** Settings whose names, texts, group or names in the API have all of these words; those named so come first. */
export function foundBy(query: string): FoundSetting[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = TEXTS.filter(({ text }) => words.every((word) => text.includes(word)));
  const isNamed = (path: Path) => words.every((word) => plain(`${path} ${labelOf(path)}`).includes(word));
  return found
    .map(({ path }) => ({ path, section: SETTINGS[path].section, label: labelOf(path) }))
    .toSorted((one, other) => Number(isNamed(other.path)) - Number(isNamed(one.path)));
}

export function sectionAddress(section: SectionName): string {
  return `/settings/${section}`;
}

/** The address of a setting in its group, where its field gets the focus. */
export function settingAddress({ section, path }: Pick<FoundSetting, 'section' | 'path'>): string {
  return `${sectionAddress(section)}?${new URLSearchParams({ setting: path }).toString()}`;
}
