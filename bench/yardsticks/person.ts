import { z } from 'zod';

const text = (max: number): z.ZodString => z.string().trim().min(1).max(max);
const list = z.array(text(255)).max(100);
const month = z.int().min(1).max(12);
const year = z.int().min(1000).max(9999);

const FacultyProfile = z.strictObject({
  highestDegree: text(255).nullish(),
  degreeField: text(255).nullish(),
  facultyRank: text(255).nullish(),
  externalOrganization: text(255).nullish(),
  expertiseNotes: text(10_000).nullish(),
  contentExpertiseTags: list.nullish(),
  methodsExpertise: list.nullish(),
  technicalExpertiseTags: list.nullish(),
  tools: list.nullish(),
  eligibleProgramIds: list.nullish(),
  committeeRolesSupported: z
    .array(z.enum(['chair', 'content_expert', 'methodologist_technical_expert', 'member']))
    .nullish(),
  availabilityStatus: z.enum(['available', 'limited', 'unavailable']).nullish(),
  maxConcurrentCommittees: z.int().min(0).max(1000).nullish(),
  graduateFacultyStatus: z.boolean().nullish(),
  canServeAsChair: z.boolean().nullish(),
  isExternal: z.boolean().nullish(),
  isCommitteeEligible: z.boolean().nullish(),
  leaveUntil: z.iso.date().nullish(),
});

/** Every field of a person (contract, 2.1 and 2.2), as a zod schema. */
export const Person = z.strictObject({
  email: z.email().max(254),
  firstName: text(100),
  lastName: text(100),
  accountType: z.enum(['Student', 'Faculty', 'Staff']),
  accountStatus: z.enum(['active', 'inactive']).nullish(),
  externalId: text(64).nullish(),
  schoolProgram: text(255).nullish(),
  programId: text(64).nullish(),
  degree: text(255).nullish(),
  monthOfEntry: month.nullish(),
  yearOfEntry: year.nullish(),
  monthOfGraduation: month.nullish(),
  yearOfGraduation: year.nullish(),
  domain: z.hostname().max(253).nullish(),
  role: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .max(64)
    .nullish(),
  name: text(255).nullish(),
  middleInitial: text(8).nullish(),
  isAffiliatedWithUniversity: z.boolean().nullish(),
  hideProfilePage: z.boolean().nullish(),
  unsubscribeAllGroupEmails: z.boolean().nullish(),
  genderPronoun: text(100).nullish(),
  userTags: list.nullish(),
  nationalities: list.nullish(),
  careerInterests: list.nullish(),
  languages: list.nullish(),
  customFields: z.record(z.string(), z.unknown()).nullish(),
  facultyProfile: FacultyProfile.nullish(),
});
export type Person = z.infer<typeof Person>;
