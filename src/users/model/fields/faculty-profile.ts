import { COMMITTEE_ROLES, type CommitteeRole } from '../../../settings/committee-roles.js';
import type { DeclaredField } from './declared-field.js';

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

/**
 * The fields of a profile. Their file mapping, attribute of SCIM and words follow from this; their rules stand in
 * `FacultyProfileDto`.
 */
export const PROFILE_FIELDS = {
  highestDegree: { kind: 'text', words: 'highest degree', scim: 'Of the faculty profile, as all below' },
  degreeField: { kind: 'text', words: 'degree field', scim: 'Field of the highest degree' },
  facultyRank: { kind: 'text', words: 'faculty rank', scim: 'Rank' },
  externalOrganization: {
    kind: 'text',
    words: 'external organization',
    scim: 'Where an external member works',
  },
  expertiseNotes: { kind: 'text', words: 'expertise notes', scim: 'Notes' },
  contentExpertiseTags: { kind: 'list', words: 'content expertise tags', scim: 'Content expertise' },
  methodsExpertise: { kind: 'list', words: 'methods expertise', scim: 'Methods' },
  technicalExpertiseTags: { kind: 'list', words: 'technical expertise tags', scim: 'Technical expertise' },
  tools: { kind: 'list', words: 'tools', scim: 'Tools' },
  eligibleProgramIds: {
    kind: 'list',
    words: 'eligible program ids',
    scim: 'Programs whose committees the person may join',
  },
  committeeRolesSupported: {
    kind: 'list',
    words: 'committee roles supported',
    scim: 'Roles in a committee',
    values: COMMITTEE_ROLES,
  },
  availabilityStatus: {
    kind: 'text',
    words: 'availability status',
    scim: 'Availability',
    values: AVAILABILITY_STATUSES,
  },
  maxConcurrentCommittees: { kind: 'integer', words: 'max concurrent committees', scim: 'The default is 10' },
  graduateFacultyStatus: {
    kind: 'boolean',
    words: 'graduate faculty status',
    scim: 'Whether the person is graduate faculty',
  },
  canServeAsChair: {
    kind: 'boolean',
    words: 'can serve as chair',
    scim: 'The default is true exactly for the role chair',
  },
  isExternal: { kind: 'boolean', words: 'is external', scim: 'Whether the person is an external member' },
  isCommitteeEligible: {
    kind: 'boolean',
    words: 'is committee eligible',
    scim: 'Whether the person may join a committee',
  },
  leaveUntil: { kind: 'date', words: 'leave until', scim: 'A date, such as 2027-01-31' },
} as const satisfies Readonly<Record<keyof FacultyProfile, DeclaredField>>;

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
