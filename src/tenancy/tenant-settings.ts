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

/** What a tenant may set for itself. */
export interface TenantSettings {
  /** The default of a user's `domain`. */
  readonly emailDomain: string;
  /** An IANA name; it decides which calendar day it is. */
  readonly timeZone: string;
  /** The committee roles that somebody accepted and active must hold. */
  readonly requiredCommitteeRoles: readonly string[];
  readonly pacing: PacingNumbers;
}

/** The settings that a tenant has stored; the e-mail domain is a column of its own. */
export type StoredTenantSettings = Partial<Omit<TenantSettings, 'emailDomain' | 'pacing'>> & {
  readonly pacing?: Partial<PacingNumbers>;
};

export const DEFAULT_PACING: PacingNumbers = {
  behindAfterDays: 30,
  dueSoonDays: 14,
  aheadDays: 30,
  revisionLoopVersions: 3,
};

export function settingsOf(emailDomain: string, stored: StoredTenantSettings | null): TenantSettings {
  return Object.freeze({
    emailDomain,
    timeZone: stored?.timeZone ?? 'UTC',
    requiredCommitteeRoles: stored?.requiredCommitteeRoles ?? ['chair'],
    pacing: { ...DEFAULT_PACING, ...stored?.pacing },
  });
}
