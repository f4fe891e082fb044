import type { PacingNumbers, StoredTenantSettings, TenantSettings } from './tenant-settings.js';

/** New values; null goes back to the default, what is not named stays. The e-mail domain has no default. */
export type SettingsChange = {
  readonly [Name in keyof Omit<TenantSettings, 'emailDomain' | 'pacing'>]?: TenantSettings[Name] | null;
} & {
  readonly emailDomain?: string;
  readonly pacing?: { readonly [Name in keyof PacingNumbers]?: PacingNumbers[Name] | null } | null;
};

function replaced<T extends object>(stored: T, change: object): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...stored, ...Object.fromEntries(given) });
  return Object.fromEntries(all.filter(([, value]) => value !== null)) as T;
}

/** What is stored after a change. */
export function changedSettings(
  stored: StoredTenantSettings | null,
  { pacing, ...others }: Omit<SettingsChange, 'emailDomain'>,
): StoredTenantSettings {
  const numbers = pacing === null ? {} : replaced(stored?.pacing ?? {}, pacing ?? {});
  return { ...replaced({ ...stored }, others), pacing: numbers };
}

/** The members of `one` that `other` has not or has otherwise; of members that are objects, theirs. */
export function partsUnlike<T extends object>(one: T, other: T): Partial<T> {
  const names = (Object.keys(one) as (keyof T)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
  return Object.fromEntries(
    names.map((name) => {
      const [value, was] = [one[name], other[name]];
      return [name, isGroup(value) && isGroup(was) ? partsUnlike(value, was) : value];
    }),
  ) as Partial<T>;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
