import type { DeprovisioningPause } from './deprovisioning-pauses.js';
import type { TenantClock } from './tenant-clock.js';

/** The numbers that pacing compares with (contract, section 3), in days. */
export interface PacingNumbers {
  /** Open this many days past due is still `at_risk`; one more is `behind`. */
  readonly behindAfterDays: number;
  /** Not started and due within this many days is `at_risk`. */
  readonly dueSoonDays: number;
  /** Completed at least this many days before it is due is `ahead`. */
  readonly aheadDays: number;
  /** This many versions of one stage without an approval are a revision loop. */
  readonly revisionLoopVersions: number;
}

/**
 * How many people may be de-provisioned, as a number and as a share of those active before; null means no limit. The
 * smaller of the two counts, or the larger one.
 */
export interface Threshold {
  readonly count: number | null;
  readonly percent: number | null;
  readonly larger?: true;
}

/** `observe` warns beyond a threshold; `hold` keeps de-provisionings beyond it for an administrator to decide. */
export const DEPROVISIONING_MODES = ['observe', 'hold'] as const;
export type DeprovisioningMode = (typeof DEPROVISIONING_MODES)[number];

/** How many people the callers of the API may de-provision; null means no threshold. */
export interface DeprovisioningSettings {
  readonly mode: DeprovisioningMode;
  /** For one run within 24 hours; calls that name no run are not counted. */
  readonly perRun: Threshold | null;
  /** For all calls within 24 hours. */
  readonly perDay: Threshold | null;
}

/**
 * What becomes of a post whose ID or number belongs to a person who differs in both names, address and entry: `off`
 * applies it, `warn` applies it with a warning, `hold` applies nothing until an administrator decides.
 */
export const REASSIGNMENT_MODES = ['warn', 'hold', 'off'] as const;
export type ReassignmentMode = (typeof REASSIGNMENT_MODES)[number];

/** Whom a post that brings an unknown externalId may find by e-mail address; `unlinked`: users without legacyNumber. */
export const ADOPTION_MODES = ['always', 'unlinked', 'never'] as const;
export type AdoptionMode = (typeof ADOPTION_MODES)[number];

/** A system that submissions are carried to, each by an item of the sync queue of its own. */
export interface SyncTarget {
  readonly name: string;
  /** The form types that it takes; all of them when absent. */
  readonly formTypes?: readonly string[];
}

/** How many days something is kept; null means for good. */
export interface RetentionSettings {
  /** The request log, and what else is kept of requests: rows that failed, what was sent for conflicts, use of keys. */
  readonly requestLogDays: number;
  /** People who have been inactive for longer are erased. */
  readonly inactivePeopleDays: number | null;
  /** Former values of people. */
  readonly historyDays: number | null;
  /** The audit log, and who was given data about whom. */
  readonly auditDays: number;
}

/** The settings of a tenant. */
export interface TenantSettings {
  /** The default of a user's `domain`. */
  readonly emailDomain: string;
  /** An IANA name; decides the calendar day. */
  readonly timeZone: string;
  /** The committee roles that need an accepted, active member. */
  readonly requiredCommitteeRoles: readonly string[];
  readonly pacing: PacingNumbers;
  /** Requests a minute of all keys together, beside the limits of single keys; null means no limit. */
  readonly rateLimit: number | null;
  /** The age of the last successful nightly run beyond which the administration area warns. */
  readonly nightlyRunHours: number;
  readonly deprovisioningGuard: DeprovisioningSettings;
  readonly deprovisioningPauses: readonly DeprovisioningPause[];
  /** Without targets there is one item per submission, and its target system is a label. */
  readonly syncTargets: readonly SyncTarget[];
  /** After this many attempts without a report of a connector an item has failed. */
  readonly syncMaxAttempts: number;
  /** Whether a DELETE by SCIM leaves a person active whom another connection holds active. */
  readonly scimDeleteKeepsShared: boolean;
  /**
   * For so many days a value that an administrator or an accepted submission has set is not replaced by the one that
   * its source sent before; 0: it is.
   */
  readonly awaitSourceDays: number;
  readonly possibleReassignment: ReassignmentMode;
  readonly adoptByEmail: AdoptionMode;
  readonly retention: RetentionSettings;
  /** Whether nothing about people is erased or deleted by age. */
  readonly legalHold: boolean;
}

/** The settings that each call carries, and what it must know about the tenant without reading the database. */
export interface TenantContext extends TenantSettings {
  /** Whether the mode was ever `hold`, or a pause was set: holds may still be open, whatever holds now. */
  readonly mayHaveHolds: boolean;
  /** Whether an administrator ever decided who is who, so that matching has to read decisions. */
  readonly mayHaveDecisions: boolean;
  /** Null but for sandboxes: their time is the wall time. */
  readonly clock: TenantClock | null;
  /** How often the sandbox was reset; 0 for other tenants. */
  readonly resets: number;
}

/** The de-provisioning limits as stored: only what is set. */
interface StoredDeprovisioning {
  /** Stays for good once the mode was `hold`, or a pause was set. */
  readonly everHeld?: true;
  readonly mode?: DeprovisioningMode;
  readonly perRun?: Partial<Threshold>;
  readonly perDay?: Partial<Threshold>;
}

/** The settings that a tenant has stored; the e-mail domain is a column of its own. */
export type StoredTenantSettings = Partial<
  Omit<TenantSettings, 'emailDomain' | 'pacing' | 'deprovisioningGuard' | 'retention'>
> & {
  readonly pacing?: Partial<PacingNumbers>;
  readonly deprovisioningGuard?: StoredDeprovisioning;
  readonly retention?: Partial<RetentionSettings>;
  /** Stays for good once an administrator has decided who is who. */
  readonly everDecided?: true;
};

/** What is stored about a tenant that its calls carry. */
interface StoredTenant {
  readonly emailDomain: string;
  readonly settings: StoredTenantSettings | null;
  readonly clock: TenantClock | null;
  readonly resets: number;
}

export const DEFAULT_PACING: PacingNumbers = {
  behindAfterDays: 30,
  dueSoonDays: 14,
  aheadDays: 30,
  revisionLoopVersions: 3,
};

/** Of a new tenant, which is told of a day on which more people lost their access than that. */
export function newTenantSettings(mode: DeprovisioningMode = 'observe'): StoredTenantSettings {
  const perDay = { count: 50, percent: 10, larger: true } as const;
  return { deprovisioningGuard: { ...(mode === 'observe' ? {} : { mode }), perDay } };
}

/** Seven years of 365.25 days. */
const DEFAULT_AUDIT_DAYS = 2557;
export const DEFAULT_RETENTION: RetentionSettings = {
  requestLogDays: 90,
  inactivePeopleDays: null,
  historyDays: null,
  auditDays: DEFAULT_AUDIT_DAYS,
};

/** A day, and two hours for a long run. */
const DEFAULT_NIGHTLY_RUN_HOURS = 26;

export const MOST_SYNC_TARGETS = 20;
const DEFAULT_SYNC_MAX_ATTEMPTS = 10;

/** The smallest and the largest value of each setting. */
export const PACING_RANGES: Readonly<Record<keyof PacingNumbers, readonly [min: number, max: number]>> = {
  behindAfterDays: [0, 9999],
  dueSoonDays: [0, 9999],
  aheadDays: [1, 9999],
  revisionLoopVersions: [2, 9999],
};
const LONGEST_RETENTION = 36_525;
export const RETENTION_RANGES: Readonly<
  Record<keyof RetentionSettings, readonly [min: number, max: number]>
> = {
  requestLogDays: [1, LONGEST_RETENTION],
  inactivePeopleDays: [30, LONGEST_RETENTION],
  historyDays: [30, LONGEST_RETENTION],
  auditDays: [30, LONGEST_RETENTION],
};
export const RATE_LIMIT_RANGE = [1, 9_999_999] as const;
export const NIGHTLY_RUN_HOURS_RANGE = [1, 720] as const;
export const SYNC_MAX_ATTEMPTS_RANGE = [1, 100] as const;
export const AWAIT_SOURCE_DAYS_RANGE = [0, 365] as const;
/** With 0 no user may be de-provisioned. */
export const THRESHOLD_RANGES: Readonly<Record<'count' | 'percent', readonly [min: number, max: number]>> = {
  count: [0, 9_999_999],
  percent: [0, 100],
};

/** Whether this is an IANA name that the process knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function thresholdOf({ count = null, percent = null, larger }: Partial<Threshold> = {}): Threshold | null {
  if (count === null && percent === null) return null;
  return { count, percent, ...(larger === true ? { larger } : {}) };
}

function limitsOf({ mode = 'observe', perRun, perDay }: StoredDeprovisioning = {}): DeprovisioningSettings {
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
    deprovisioningGuard: limitsOf(stored?.deprovisioningGuard),
    deprovisioningPauses: stored?.deprovisioningPauses ?? [],
    syncTargets: stored?.syncTargets ?? [],
    syncMaxAttempts: stored?.syncMaxAttempts ?? DEFAULT_SYNC_MAX_ATTEMPTS,
    scimDeleteKeepsShared: stored?.scimDeleteKeepsShared ?? false,
    awaitSourceDays: stored?.awaitSourceDays ?? 0,
    possibleReassignment: stored?.possibleReassignment ?? 'warn',
    adoptByEmail: stored?.adoptByEmail ?? 'always',
    retention: { ...DEFAULT_RETENTION, ...stored?.retention },
    legalHold: stored?.legalHold ?? false,
  });
}

export function tenantContextOf(tenant: StoredTenant): TenantContext {
  const { emailDomain, settings: stored, clock, resets } = tenant;
  const limits = stored?.deprovisioningGuard;
  const mayHaveHolds = limits?.everHeld === true || limits?.mode === 'hold';
  const mayHaveDecisions = stored?.everDecided === true;
  return Object.freeze({ ...settingsOf(emailDomain, stored), mayHaveHolds, mayHaveDecisions, clock, resets });
}
