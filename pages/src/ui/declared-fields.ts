// Written by npm run fields from src/users/model/fields; not to be edited.
import { t } from '@lingui/core/macro';

export const PLAIN_FIELDS = {
  middleInitial: t`middle initial`,
  schoolProgram: t`school program`,
  degree: t`degree`,
  programId: t`program ID`,
  monthOfEntry: t`month of entry`,
  yearOfEntry: t`year of entry`,
  monthOfGraduation: t`month of graduation`,
  yearOfGraduation: t`year of graduation`,
  isAffiliatedWithUniversity: t`affiliated with the university`,
  hideProfilePage: t`profile page hidden`,
  unsubscribeAllGroupEmails: t`group e-mails switched off`,
  genderPronoun: t`gender pronoun`,
  userTags: t`tags`,
  nationalities: t`nationalities`,
  careerInterests: t`career interests`,
  languages: t`languages`,
  customFields: t`custom fields`,
};

export const FORM_FIELDS = [
  'middleInitial',
  'schoolProgram',
  'degree',
  'programId',
  'monthOfEntry',
  'yearOfEntry',
  'monthOfGraduation',
  'yearOfGraduation',
  'genderPronoun',
] as const;

export const PROFILE_FIELDS = {
  highestDegree: t`highest degree`,
  degreeField: t`degree field`,
  facultyRank: t`faculty rank`,
  externalOrganization: t`external organization`,
  expertiseNotes: t`expertise notes`,
  contentExpertiseTags: t`content expertise tags`,
  methodsExpertise: t`methods expertise`,
  technicalExpertiseTags: t`technical expertise tags`,
  tools: t`tools`,
  eligibleProgramIds: t`eligible program ids`,
  committeeRolesSupported: t`committee roles supported`,
  availabilityStatus: t`availability status`,
  maxConcurrentCommittees: t`max concurrent committees`,
  graduateFacultyStatus: t`graduate faculty status`,
  canServeAsChair: t`can serve as chair`,
  isExternal: t`is external`,
  isCommitteeEligible: t`is committee eligible`,
  leaveUntil: t`leave until`,
};
