/** The numbers that pacing compares with (contract, section 3), in days. */
export interface PacingNumbers {
  /** Open this many days past due is still `at_risk`; one more is `behind`. */
  readonly behindAfterDays: number;
  /** Not started and due within this many days is `at_risk`. */
  readonly dueSoonDays: number;
  /** Completed at least this many days before it is due is `ahead`. */
  readonly aheadDays: number;
  /** So many versions of one stage without an approval are a revision loop. */
  readonly revisionLoopVersions: number;
}

/** So many people may be de-provisioned, in figures and of all who were active at the beginning; null is no limit. */
export interface Threshold {
  readonly count: number | null;
  readonly percent: number | null;
}

/** `observe` warns beyond a threshold; `hold` keeps what is beyond it for an administrator to decide. */
export const GUARD_MODES = ['observe', 'hold'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];

/** How many people the callers of the API may de-provision; null is no threshold. */
export interface GuardSettings {
  readonly mode: GuardMode;
  /** Of one run within 24 hours; calls that name no run are not counted. */
  readonly perRun: Threshold | null;
  /** Of all calls within 24 hours. */
  readonly perDay: Threshold | null;
}

/** What a tenant may set for itself. */
export interface TenantSettings {
  /** The default of a user's `domain`. */
  readonly emailDomain: string;
  /** An IANA name; it decides which calendar day it is. */
  readonly timeZone: string;
  /** The committee roles that somebody accepted and active must hold. */
  readonly requiredCommitteeRoles: readonly string[];
  readonly pacing: PacingNumbers;
  /** Requests a minute of all keys together, beside the limits of their own; null is unlimited. */
  readonly rateLimit: number | null;
  /** When the last good nightly run is older than this, the administration area warns. */
  readonly nightlyRunHours: number;
  readonly deprovisioningGuard: GuardSettings;
}

/** The settings as each call brings them along, and what must be known beside them without asking. */
export interface KnownTenant extends TenantSettings {
  /** Whether the guard has ever held: what it held may wait still, whatever is set now. */
  readonly mayHaveHolds: boolean;
}

/** What is stored of the guard: only what is set. */
interface StoredGuard {
  /** Stays for good once the mode was `hold`. */
  readonly everHeld?: true;
  readonly mode?: GuardMode;
  readonly perRun?: Partial<Threshold>;
  readonly perDay?: Partial<Threshold>;
}

/** The settings that a tenant has stored; the e-mail domain is a column of its own. */
export type StoredTenantSettings = Partial<
  Omit<TenantSettings, 'emailDomain' | 'pacing' | 'deprovisioningGuard'>
> & {
  readonly pacing?: Partial<PacingNumbers>;
  readonly deprovisioningGuard?: StoredGuard;
};

export const DEFAULT_PACING: PacingNumbers = {
  behindAfterDays: 30,
  dueSoonDays: 14,
  aheadDays: 30,
  revisionLoopVersions: 3,
};

/** A day, and two hours for a run that takes long. */
const DEFAULT_NIGHTLY_RUN_HOURS = 26;

/** The smallest and the largest that a number of the settings may be. */
export const PACING_RANGES: Readonly<Record<keyof PacingNumbers, readonly [min: number, max: number]>> = {
  behindAfterDays: [0, 9999],
  dueSoonDays: [0, 9999],
  aheadDays: [1, 9999],
  revisionLoopVersions: [2, 9999],
};
export const RATE_LIMIT_RANGE = [1, 9_999_999] as const;
export const NIGHTLY_RUN_HOURS_RANGE = [1, 720] as const;
/** With 0 nobody may be de-provisioned. */
export const THRESHOLD_RANGES: Readonly<Record<keyof Threshold, readonly [min: number, max: number]>> = {
  count: [0, 9_999_999],
  percent: [0, 100],
};

/** An IANA name that the calendar of this process knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function thresholdOf({ count = null, percent = null }: Partial<Threshold> = {}): Threshold | null {
  return count === null && percent === null ? null : { count, percent };
}

function guardOf({ mode = 'observe', perRun, perDay }: StoredGuard = {}): GuardSettings {
  return { mode, perRun: thresholdOf(perRun), perDay: thresholdOf(perDay) };
}

export function settingsOf(emailDomain: string, stored: StoredTenantSettings | null): TenantSettings {
  return Object.freeze({
    emailDomain,
    timeZone: stored?.timeZone ?? 'UTC',
    requiredCommitteeRoles: stored?.requiredCommitteeRoles ?? ['chair'],
    pacing: { ...DEFAULT_PACING, ...stored?.pacing },
    rateLimit: stored?.rateLimit ?? null,
    nightlyRunHours: stored?.nightlyRunHours ?? DEFAULT_NIGHTLY_RUN_HOURS,
    deprovisioningGuard: guardOf(stored?.deprovisioningGuard),
  });
}

export function knownTenantOf(emailDomain: string, stored: StoredTenantSettings | null): KnownTenant {
  const guard = stored?.deprovisioningGuard;
  const mayHaveHolds = guard?.everHeld === true || guard?.mode === 'hold';
  return Object.freeze({ ...settingsOf(emailDomain, stored), mayHaveHolds });
}
