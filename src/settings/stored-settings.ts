import type { Setting, StoredOf } from './setting.js';
import { type DeprovisioningMode, SETTINGS, type SettingsChange, type TenantSettings } from './settings.js';

type Stored = StoredOf<typeof SETTINGS>;

/** The settings that a tenant has stored: only what is set. The e-mail domain is a column of its own. */
export interface StoredTenantSettings extends Omit<Stored, 'emailDomain' | 'deprovisioningGuard'> {
  readonly deprovisioningGuard?: NonNullable<Stored['deprovisioningGuard']> & {
    /** Stays for good once the mode was `hold`, or a pause was set. */
    readonly everHeld?: true;
  };
  /** Stays for good once an administrator has decided an identity conflict. */
  readonly everDecided?: true;
  /** Stays for good once all first steps were done; hidden until an administrator shows them again. */
  readonly firstSteps?: 'done' | 'hidden';
}

type Settings = Readonly<Record<string, Setting>>;
type Values = Readonly<Record<string, unknown>>;

const NONE: Values = {};

function defaultsOf(settings: Settings): Values {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, defaultOf(setting)]));
}

function defaultOf(setting: Setting): unknown {
  if (!('members' in setting)) return setting.default;
  return setting.type === 'group' ? defaultsOf(setting.members) : null;
}

/** Begins with the defaults, because few settings are stored, and each batch of people asks for all of them. */
function valuesOf(settings: Settings, defaults: Values, stored: Values): Values {
  const values: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(stored)) {
    const setting = settings[name];
    if (setting !== undefined) values[name] = valueOf(setting, values[name], value as Values);
  }
  return values;
}

function valueOf(setting: Setting, standard: unknown, stored: Values): unknown {
  if (!('members' in setting)) return stored;
  if (setting.type === 'group') return valuesOf(setting.members, standard as Values, stored);
  const values = valuesOf(setting.members, defaultsOf(setting.members), stored);
  if (Object.values(values).every((value) => value === null)) return null;
  return stored['larger'] === true ? { ...values, larger: true } : values;
}

const DEFAULTS = defaultsOf(SETTINGS);

/** The settings that hold for a tenant, defaults included. */
export function settingsOf(emailDomain: string, stored: StoredTenantSettings | null): TenantSettings {
  // Its members are those of the declaration, as the type says.
  const values = valuesOf(SETTINGS, DEFAULTS, (stored ?? NONE) as Values) as unknown as TenantSettings;
  return Object.freeze({ ...values, emailDomain });
}

export const DEFAULT_SETTINGS = settingsOf('', null);

/** Of a new tenant, which is notified of a day on which more people lost their access. */
export function newTenantSettings(mode: DeprovisioningMode = 'observe'): StoredTenantSettings {
  const perDay = { count: 50, percent: 10, larger: true } as const;
  return { deprovisioningGuard: { ...(mode === 'observe' ? {} : { mode }), perDay } };
}

function changedMembers(settings: Settings, stored: Values, change: Values): Values {
  const members = Object.entries(settings).map(([name, setting]) => [
    name,
    changedValue(setting, stored[name], change[name]),
  ]);
  // What is not declared stays: marks, and what a later version has stored.
  const all = Object.entries({ ...stored, ...(Object.fromEntries(members) as Values) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** What is stored of a setting after its change; undefined for nothing. */
function changedValue(setting: Setting, stored: unknown, change: unknown): unknown {
  if (change === undefined) return stored;
  if (change === null) return undefined;
  if (!('members' in setting)) return change;
  const was = (stored ?? NONE) as Values;
  const { larger, ...group } = changedMembers(setting.members, was, change as Values);
  if (Object.keys(group).length === 0) return undefined;
  // Of numbers that an administrator has chosen the smaller one counts.
  const isChosen = Object.keys(setting.members).some((name) => group[name] !== was[name]);
  return larger === undefined || isChosen ? group : { ...group, larger };
}

/** The stored settings after a change. */
export function changedSettings(
  stored: StoredTenantSettings | null,
  change: Omit<SettingsChange, 'emailDomain'>,
): StoredTenantSettings {
  // Its members are those of the declaration, as the type says.
  const settings = changedMembers(SETTINGS, (stored ?? NONE) as Values, change) as StoredTenantSettings;
  const [before, after] = [stored?.deprovisioningGuard, settings.deprovisioningGuard];
  const wasHold = before !== after && [before, after].some((limits) => limits?.mode === 'hold');
  const everHeld = before?.everHeld === true || wasHold || (change.deprovisioningPauses ?? []).length > 0;
  return everHeld ? { ...settings, deprovisioningGuard: { ...after, everHeld } } : settings;
}

/** The members of `one` that `other` lacks or that differ in it; of members that are objects, only what differs. */
export function differingMembers<T extends object>(one: T, other: T): Partial<T> {
  const names = (Object.keys(one) as (keyof T)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
  return Object.fromEntries(
    names.map((name) => {
      const [value, was] = [one[name], other[name]];
      return [name, isGroup(value) && isGroup(was) ? differingMembers(value, was) : value];
    }),
  ) as Partial<T>;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
