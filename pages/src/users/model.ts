import type { Difference } from '../ui/difference';

/** A person in the list. */
export interface UserRow {
  readonly id: string;
  readonly legacyNumber: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
  readonly accountType: string;
  readonly accountStatus: 'active' | 'inactive';
  readonly role: string;
  readonly schoolProgram: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

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
  readonly committeeRolesSupported: readonly string[];
  readonly availabilityStatus: string | null;
  readonly maxConcurrentCommittees: number;
  readonly graduateFacultyStatus: boolean | null;
  readonly canServeAsChair: boolean;
  readonly isExternal: boolean | null;
  readonly isCommitteeEligible: boolean | null;
  readonly leaveUntil: string | null;
}

/** Everything that is stored about a person. */
export interface User extends UserRow {
  readonly middleInitial: string | null;
  readonly domain: string;
  readonly programId: string | null;
  readonly degree: string | null;
  readonly monthOfEntry: number | null;
  readonly yearOfEntry: number | null;
  readonly monthOfGraduation: number | null;
  readonly yearOfGraduation: number | null;
  readonly isAffiliatedWithUniversity: boolean;
  readonly hideProfilePage: boolean;
  readonly unsubscribeAllGroupEmails: boolean;
  readonly genderPronoun: string | null;
  readonly userTags: readonly string[];
  readonly nationalities: readonly string[];
  readonly careerInterests: readonly string[];
  readonly languages: readonly string[];
  readonly customFields: Readonly<Record<string, unknown>>;
  readonly facultyProfile: FacultyProfile | null;
}

/** An entry of a person's history. */
export interface UserChange {
  readonly id: string;
  readonly at: string;
  readonly kind: 'inserted' | 'updated';
  readonly actor: string;
  readonly actorLabel: string;
  readonly requestId: string;
  readonly run: string | null;
  readonly fields: readonly Difference[];
}
