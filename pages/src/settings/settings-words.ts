import { optionsOf } from '../ui/options';
import { fieldWords } from '../ui/words';
import { SECTIONS, SETTINGS } from './declared';
import { FIELDS, type SettingsForm, valuesIn } from './settings-form';

interface Declared {
  readonly section: keyof typeof SECTIONS;
  readonly label?: string;
  readonly values?: Readonly<Record<string, string>>;
}

const DECLARED: Readonly<Record<string, Declared>> = SETTINGS;

/** A setting as its field names it; a list as its section does. */
export function labelOf(path: string): string {
  const setting = DECLARED[path];
  return setting === undefined ? fieldWords(path) : (setting.label ?? SECTIONS[setting.section].title);
}

/** The settings in the words of their fields, to compare two forms. */
export function valuesOf({ fields, deprovisioningPauses, syncTargets, terms }: SettingsForm): unknown {
  return {
    ...Object.fromEntries(FIELDS.map((path) => [path, wordsOf(path, fields[path])])),
    deprovisioningPauses: lines(deprovisioningPauses),
    syncTargets: lines(syncTargets),
    terms: lines(terms),
  };
}

function wordsOf(path: string, text: string): string {
  const values = DECLARED[path]?.values;
  if (values === undefined) return text;
  const labels = new Map(optionsOf(values).map(({ value, label }) => [value, label]));
  return valuesIn(text)
    .map((value) => labels.get(value) ?? value)
    .join(', ');
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => Object.values(row).filter(Boolean).join(' ')).join('; ');
}
