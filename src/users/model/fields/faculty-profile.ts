import type { CommitteeRole } from '../../../settings/committee-roles.js';

export const AVAILABILITY_STATUSES = ['available', 'limited', 'unavailable'] as const;

/** The expertise and availability of a faculty member (contract, 2.2), with defaults filled in. */
export interface FacultyProfile {
  readonly highestDegree: string | null;
  readonly degreeField: string | null;
  readonly facultyRank: string | null;
  readonly externalOrganization: string | null;
  readonly expertiseNotes: string | null;
  readonly contentExpertiseTags: readonly string[];
  readonly methodsExpertise: readonly string[];
  readonly technicalExpertiseTags: readonly string[];
  readonly tools: readonly string[];
  readonly eligibleProgramIds: readonly string[];
  readonly committeeRolesSupported: readonly CommitteeRole[];
  readonly availabilityStatus: (typeof AVAILABILITY_STATUSES)[number] | null;
  readonly maxConcurrentCommittees: number;
  readonly graduateFacultyStatus: boolean | null;
  readonly canServeAsChair: boolean;
  readonly isExternal: boolean | null;
  readonly isCommitteeEligible: boolean | null;
  readonly leaveUntil: string | null;
}

/** The fields that were set; all others have their default. */
export type StoredFacultyProfile = Partial<FacultyProfile>;

/** Fills in the defaults; `canServeAsChair` is true exactly for the role `chair` unless it was set. */
export function presentFacultyProfile(stored: StoredFacultyProfile | null, role: string): FacultyProfile {
  return {
    highestDegree: null,
    degreeField: null,
    facultyRank: null,
    externalOrganization: null,
    expertiseNotes: null,
    contentExpertiseTags: [],
    methodsExpertise: [],
    technicalExpertiseTags: [],
    tools: [],
    eligibleProgramIds: [],
    committeeRolesSupported: [],
    availabilityStatus: null,
    maxConcurrentCommittees: 10,
    graduateFacultyStatus: null,
    canServeAsChair: role === 'chair',
    isExternal: null,
    isCommitteeEligible: null,
    leaveUntil: null,
    ...stored,
  };
}
