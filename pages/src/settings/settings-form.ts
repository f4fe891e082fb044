import type { Answer } from '../api/http';
import type { SettingsDto, SettingsMetaDto, TermDto } from '../api/openapi';
import { numberOf } from '../ui/number-field';
import { keysOf } from '../ui/options';
import { SETTINGS } from './declared';

export type SettingsAnswer = Answer<SettingsDto, SettingsMetaDto>;

export type Path = keyof typeof SETTINGS;

/** The settings that are one field each; a list of objects has an editor of its own. */
export type FieldPath = {
  [P in Path]: (typeof SETTINGS)[P]['type'] extends 'list' ? never : P;
}[Path];

export const FIELDS: readonly FieldPath[] = keysOf(SETTINGS).filter(
  (path): path is FieldPath => SETTINGS[path].type !== 'list',
);

/** A target, with its form types as they are typed: separated by commas. */
export interface TargetForm {
  readonly name: string;
  readonly formTypes: string;
}

/** A pause as it is typed: days such as `2026-12-20`, and an empty note for none. */
export interface PauseForm {
  readonly from: string;
  readonly until: string;
  readonly note: string;
}

/** A term as it is typed and chosen. */
export interface TermForm {
  readonly name: string;
  /** 1 to 12; empty until it is chosen. */
  readonly month: string;
  readonly yearOffset: string;
}

/** The settings as the form keeps them. */
export interface SettingsForm {
  /** As texts: numbers as they are typed, `on` or `off`, several values with commas. */
  readonly fields: Readonly<Record<FieldPath, string>>;
  readonly deprovisioningPauses: readonly PauseForm[];
  readonly syncTargets: readonly TargetForm[];
  readonly terms: readonly TermForm[];
}

export function formOf({ data: settings }: SettingsAnswer): SettingsForm {
  const texts = FIELDS.map((path) => [path, textOf(valueAt(settings, path.split('.')))]);
  return {
    fields: Object.fromEntries(texts) as SettingsForm['fields'],
    deprovisioningPauses: settings.deprovisioningPauses.map(({ from, until, note }) => ({
      from,
      until,
      note: note ?? '',
    })),
    syncTargets: settings.syncTargets.map(({ name, formTypes }) => ({
      name,
      formTypes: (formTypes ?? []).join(', '),
    })),
    terms: settings.terms.map(termFormOf),
  };
}

export function termFormOf({ name, month, yearOffset }: TermDto): TermForm {
  return { name, month: String(month), yearOffset: String(yearOffset ?? 0) };
}

interface Group {
  [name: string]: unknown;
}

/** What the API gets: the settings that were changed. */
export function changesIn(form: SettingsForm, before: SettingsForm): Group {
  const changes: Group = {};
  for (const path of FIELDS)
    if (form.fields[path] !== before.fields[path])
      put(changes, path.split('.'), sentOf(path, form.fields[path]));
  if (JSON.stringify(form.deprovisioningPauses) !== JSON.stringify(before.deprovisioningPauses))
    changes['deprovisioningPauses'] = form.deprovisioningPauses.map(pauseOf);
  if (JSON.stringify(form.syncTargets) !== JSON.stringify(before.syncTargets))
    changes['syncTargets'] = form.syncTargets.map(targetOf);
  if (JSON.stringify(form.terms) !== JSON.stringify(before.terms)) changes['terms'] = form.terms.map(termOf);
  return changes;
}

export function valuesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** A group without values is null. */
function valueAt(settings: unknown, [name = '', ...path]: readonly string[]): unknown {
  const value = (settings as Group | null)?.[name];
  return path.length === 0 ? value : valueAt(value, path);
}

function put(group: Group, [name = '', ...path]: readonly string[], value: unknown): void {
  if (path.length === 0) group[name] = value;
  else put((group[name] ??= {}) as Group, path, value);
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

function sentOf(path: FieldPath, text: string): unknown {
  switch (SETTINGS[path].type) {
    case 'number':
      return numberOf(text);
    case 'flag':
      return text === 'on';
    case 'choices':
      return valuesIn(text);
    default:
      return text;
  }
}

function pauseOf({ from, until, note }: PauseForm): { from: string; until: string; note?: string } {
  const text = note.trim();
  return text === '' ? { from, until } : { from, until, note: text };
}

/** Without form types a target takes all of them. */
function targetOf({ name, formTypes }: TargetForm): { name: string; formTypes?: readonly string[] } {
  const named = valuesIn(formTypes);
  return named.length === 0 ? { name } : { name, formTypes: named };
}

/** A month that is not chosen is sent as null, which the API refuses by name. */
function termOf({ name, month, yearOffset }: TermForm): Record<keyof TermDto, unknown> {
  return { name, month: month === '' ? null : Number(month), yearOffset: Number(yearOffset) };
}
