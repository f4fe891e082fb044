import type {
  DeprovisioningSettings,
  PacingNumbers,
  RetentionSettings,
  StoredTenantSettings,
  TenantSettings,
  Threshold,
} from './tenant-settings.js';

/** New values of a group; null means the default, an absent member stays. */
type Changed<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined };

type ThresholdChange = Changed<Pick<Threshold, 'count' | 'percent'>>;

export interface DeprovisioningChange extends Changed<Pick<DeprovisioningSettings, 'mode'>> {
  readonly perRun?: ThresholdChange | null | undefined;
  readonly perDay?: ThresholdChange | null | undefined;
}

/** New values; null means the default, an absent member stays. The e-mail domain has no default. */
export type SettingsChange = {
  readonly [
    Name in keyof Omit<TenantSettings, 'emailDomain' | 'pacing' | 'deprovisioningGuard' | 'retention'>
  ]?: TenantSettings[Name] | null;
} & {
  readonly emailDomain?: string;
  readonly pacing?: Changed<PacingNumbers> | null;
  readonly retention?: Changed<RetentionSettings> | null;
  readonly deprovisioningGuard?: DeprovisioningChange | null;
};

function replaced<T extends object>(stored: T, change: object): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...stored, ...Object.fromEntries(given) });
  return Object.fromEntries(all.filter(([, value]) => value !== null)) as T;
}

/** A group without members is not stored. */
function replacedGroup<T extends object>(
  stored: T | undefined,
  change: object | null | undefined,
): T | undefined {
  if (change === null) return undefined;
  const group = replaced<Partial<T>>(stored ?? {}, change ?? {}) as T;
  return Object.keys(group).length === 0 ? undefined : group;
}

function changedLimits(
  stored: StoredTenantSettings['deprovisioningGuard'],
  change: DeprovisioningChange | null | undefined,
): StoredTenantSettings['deprovisioningGuard'] {
  if (change === undefined) return stored;
  const group = change === null ? undefined : replacedLimits(stored, change);
  const everHeld = stored?.everHeld === true || stored?.mode === 'hold' || group?.mode === 'hold';
  return everHeld ? { ...group, everHeld } : group;
}

/** Of numbers that an administrator has chosen the smaller one counts. */
function asSet(
  stored: Partial<Threshold> | undefined,
  change: ThresholdChange | null | undefined,
): object | null | undefined {
  const isChosen = (['count', 'percent'] as const).some(
    (name) => change?.[name] !== undefined && change[name] !== (stored?.[name] ?? null),
  );
  return isChosen ? { ...change, larger: null } : change;
}

function replacedLimits(
  stored: StoredTenantSettings['deprovisioningGuard'],
  change: DeprovisioningChange,
): StoredTenantSettings['deprovisioningGuard'] {
  const { perRun, perDay, ...others } = change;
  const groups = {
    perRun: replacedGroup(stored?.perRun, asSet(stored?.perRun, perRun)) ?? null,
    perDay: replacedGroup(stored?.perDay, asSet(stored?.perDay, perDay)) ?? null,
  };
  return replacedGroup(stored, { ...others, ...groups });
}

function everPaused(
  limits: StoredTenantSettings['deprovisioningGuard'],
  pauses: SettingsChange['deprovisioningPauses'],
): StoredTenantSettings['deprovisioningGuard'] {
  return (pauses ?? []).length === 0 ? limits : { ...limits, everHeld: true };
}

/** The stored settings after a change. */
export function changedSettings(
  stored: StoredTenantSettings | null,
  { pacing, retention, deprovisioningGuard, ...others }: Omit<SettingsChange, 'emailDomain'>,
): StoredTenantSettings {
  const groups = {
    pacing: replacedGroup(stored?.pacing, pacing) ?? {},
    retention: replacedGroup(stored?.retention, retention) ?? null,
    deprovisioningGuard:
      everPaused(
        changedLimits(stored?.deprovisioningGuard, deprovisioningGuard),
        others.deprovisioningPauses,
      ) ?? null,
  };
  return replaced({ ...stored }, { ...others, ...groups });
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
