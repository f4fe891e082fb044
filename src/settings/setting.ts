import type * as ListItems from './list-items.dto.js';

/** The name of a class there, so that who reads a declaration need not load what validates a value. */
type ListItem = keyof typeof ListItems;

interface Field {
  /** Of its field on the settings page. */
  readonly label: string;
  /** Of the command `tenant settings`. */
  readonly option: string;
  /** Where `docs/` says more. */
  readonly see?: string;
}

/** A setting that needs more than its label: the hint of its field, and what the documents say. */
interface ExplainedField extends Field {
  /** Whole sentences. */
  readonly text: string;
}

interface NumberSetting extends ExplainedField {
  readonly type: 'number';
  readonly range: readonly [min: number, max: number];
  readonly default: number | null;
  /** What null means, such as "no limit"; for a setting whose default is null. */
  readonly none?: string;
  readonly example?: number;
}

/** A choice; `values` has their labels. */
interface ChoiceSetting extends Field {
  readonly type: 'choice';
  readonly values: Readonly<Record<string, string>>;
  readonly default: string;
}

interface FlagSetting extends Field {
  readonly type: 'flag';
  readonly values: { readonly off: string; readonly on: string };
  readonly default: boolean;
}

/** Any number of these values. */
interface ChoicesSetting extends ExplainedField {
  readonly type: 'choices';
  readonly values: Readonly<Record<string, string>>;
  readonly default: readonly string[];
  readonly example: string;
}

interface TextSetting extends ExplainedField {
  readonly type: 'domain' | 'timeZone';
  /** Null of a text that every tenant has: it cannot be cleared. */
  readonly default: string | null;
  readonly example: string;
}

/** A list of objects, which the settings page edits with an editor of its own. */
interface ListSetting {
  readonly type: 'list';
  readonly item: ListItem;
  readonly most: number;
  /** The field in which no two objects may be equal. */
  readonly distinctBy?: string;
  readonly default: readonly [];
  /** What the settings page offers to add, by `distinctBy`; it holds only once it is saved. */
  readonly usual?: Readonly<Record<string, number>>;
  /** Absent where no option can say it. */
  readonly option?: string;
  readonly example?: string;
  readonly text: string;
  readonly see?: string;
}

/** Settings that are one object; a `threshold` without values is null. */
interface GroupSetting {
  readonly type: 'group' | 'threshold';
  readonly text: string;
  readonly members: Readonly<Record<string, Setting>>;
}

/** A setting that has a value of its own. */
export type SingleSetting =
  NumberSetting | ChoiceSetting | FlagSetting | ChoicesSetting | TextSetting | ListSetting;

/** A setting of a tenant, as it is declared; everything that shows, reads or stores it is derived from that. */
export type Setting = SingleSetting | GroupSetting;

type SingleValue<S> = S extends { type: 'number'; default: infer Default }
  ? Default extends null
    ? number | null
    : number
  : S extends { type: 'choice'; values: infer Values }
    ? keyof Values
    : S extends { type: 'choices'; values: infer Values }
      ? readonly (keyof Values)[]
      : S extends { type: 'flag' }
        ? boolean
        : S extends { type: 'list'; item: infer Item extends ListItem }
          ? readonly Readonly<InstanceType<(typeof ListItems)[Item]>>[]
          : string;

/** Of a threshold: of its two numbers the larger count applies; else the smaller one. */
type Mark = { readonly larger?: true };

/** The value of a setting. */
export type ValueOf<S> = S extends { type: infer Type; members: infer Members }
  ? Type extends 'threshold'
    ? (ValuesOf<Members> & Mark) | null
    : ValuesOf<Members>
  : SingleValue<S>;

export type ValuesOf<Settings> = { readonly [Name in keyof Settings]: ValueOf<Settings[Name]> };

/** What is stored of settings: only what is set. */
export type StoredOf<Settings> = {
  readonly [Name in keyof Settings]?: Settings[Name] extends { members: infer Members }
    ? StoredOf<Members> & Mark
    : NonNullable<SingleValue<Settings[Name]>>;
};

/** New values of settings; null means the default, an absent one stays. */
export type ChangeOf<Settings> = {
  readonly [Name in keyof Settings]?:
    | (Settings[Name] extends { members: infer Members } ? ChangeOf<Members> : SingleValue<Settings[Name]>)
    | null
    | undefined;
};

/** The values of a choice. */
export function choicesOf<Value extends string>({
  values,
}: {
  readonly values: Readonly<Record<Value, string>>;
}): readonly Value[] {
  // Typed as string[], because an object may have more keys than its type; a declaration has not.
  return Object.keys(values) as Value[];
}

/** A single setting with its path, such as `pacing.aheadDays`. */
export interface SettingAt {
  readonly path: string;
  readonly setting: SingleSetting;
}

/** The single settings, those of groups included. */
export function settingsIn(settings: Readonly<Record<string, Setting>>, within = ''): readonly SettingAt[] {
  return Object.entries(settings).flatMap(([name, setting]) =>
    'members' in setting
      ? settingsIn(setting.members, `${within}${name}.`)
      : [{ path: `${within}${name}`, setting }],
  );
}

/**
 * What a setting means, for readers of documents.
 * @param flags what stands for the values of a flag
 */
export function meaningOf(setting: Setting, flags = { off: 'off', on: 'on' }): string {
  if ('members' in setting || setting.type === 'list') return setting.text;
  if ('text' in setting) return `${setting.label}. ${setting.text}`;
  const names: Readonly<Record<string, string>> = setting.type === 'flag' ? flags : {};
  const values = Object.entries<string>(setting.values).map(
    ([value, label]) => `${names[value] ?? value} (${label})`,
  );
  return `${setting.label}: ${values.join(', ')}`;
}
