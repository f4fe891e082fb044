import type { StoredFacultyProfile } from '../../users/model/fields/faculty-profile.js';
import type { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';

/** Fields that our extension has under their own names, but for `customFields`, which is text there. */
export const OWN_FIELDS = [
  'degree',
  'programId',
  'monthOfEntry',
  'yearOfEntry',
  'monthOfGraduation',
  'yearOfGraduation',
  'domain',
  'isAffiliatedWithUniversity',
  'hideProfilePage',
  'unsubscribeAllGroupEmails',
  'genderPronoun',
  'userTags',
  'nationalities',
  'careerInterests',
  'languages',
] as const satisfies (keyof CreateUpdateUserDto)[];

/** Fields of the faculty profile, which are flat in our extension: providers cannot map nested ones. */
export const PROFILE_FIELDS = [
  'highestDegree',
  'degreeField',
  'facultyRank',
  'externalOrganization',
  'expertiseNotes',
  'contentExpertiseTags',
  'methodsExpertise',
  'technicalExpertiseTags',
  'tools',
  'eligibleProgramIds',
  'committeeRolesSupported',
  'availabilityStatus',
  'maxConcurrentCommittees',
  'graduateFacultyStatus',
  'canServeAsChair',
  'isExternal',
  'isCommitteeEligible',
  'leaveUntil',
] as const satisfies (keyof StoredFacultyProfile)[];

/** What SCIM calls a field, for messages. */
const LABELS: Readonly<Record<string, string>> = {
  email: 'emails',
  firstName: 'name.givenName',
  lastName: 'name.familyName',
  middleInitial: 'name.middleName',
  name: 'displayName',
  accountType: 'userType',
  accountStatus: 'active',
  role: 'roles',
  externalId: 'employeeNumber',
  schoolProgram: 'department',
};

/** A message about a field as a message about its attribute. */
export function inScimWords(field: string, message: string): string {
  const plain = field.replace(/^facultyProfile\./, '');
  const [first = '', ...rest] = plain.split('.');
  const label = [LABELS[first] ?? first, ...rest].join('.');
  for (const name of [field, plain]) if (message.startsWith(name)) return label + message.slice(name.length);
  return `${label}: ${message}`;
}
