import {
  DomainName,
  Email,
  Flag,
  Identifier,
  Initial,
  JsonObject,
  Nested,
  OneOf,
  SnakeCase,
  Text,
  TextList,
  WholeNumber,
} from '../../../http/fields/fields.js';
import { lostKey } from '../../../http/fields/text-rules.js';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, type AccountStatus, type AccountType } from '../account.js';
import { FacultyProfileDto } from './faculty-profile.dto.js';

/** Whatever the case: `users/bulk` and `users/match` are calls, and clients remove dots from addresses. */
const NO_EXTERNAL_ID = ['.', '..', 'bulk', 'match'];
/** `_all` is the address of the template of all programs. */
export const NO_PROGRAM_ID = ['.', '..', '_all'];
export const LONGEST_PROGRAM_ID = 64;

/**
 * A person as the SIS sends it (contract, 2.1). An omitted optional field keeps what is stored; null, or a blank text,
 * clears it back to its default.
 */
export class CreateUpdateUserDto {
  @Email({
    required: true,
    isUnmistakable: true,
    description: 'Unique per tenant, ignoring case; without characters that cannot be seen',
    example: 'ann.lee@northern.example.edu',
  })
  email!: string;

  @Text(100, { required: true, example: 'Ann' })
  firstName!: string;

  @Text(100, { required: true, example: 'Lee' })
  lastName!: string;

  @OneOf(ACCOUNT_TYPES, { required: true, example: 'Student' })
  accountType!: AccountType;

  // An empty column of an export must neither lock people out nor let them in again.
  @OneOf(ACCOUNT_STATUSES, {
    nullIsOmitted: true,
    description: 'Default when created: active; when omitted or null on an update: unchanged',
  })
  accountStatus?: AccountStatus | undefined;

  @Identifier(64, {
    isUnmistakable: true,
    reserved: NO_EXTERNAL_ID,
    alsoWrong: lostKey,
    description:
      'Your own key of the person, or our 950/951 ID. Not ., .., bulk or match; no tab, line break or other ' +
      'character that cannot be seen; nor what a spreadsheet or a database ' +
      'writes for a missing value or a long number, such as #N/A, NULL or 1.2E+11',
    example: 'S-77',
  })
  externalId?: string | null;

  @Text(255, { example: 'Educational Leadership' })
  schoolProgram?: string | null;

  @Text(LONGEST_PROGRAM_ID, {
    isUnmistakable: true,
    reserved: NO_PROGRAM_ID,
    description:
      'An unknown program is registered, with schoolProgram as its name. Not ., .. or _all; no character that ' +
      'cannot be seen',
    example: 'edd-leadership',
  })
  programId?: string | null;

  @Text(255, { example: 'EdD' })
  degree?: string | null;

  @WholeNumber(1, 12, { example: 9 })
  monthOfEntry?: number | null;

  @WholeNumber(1000, 9999, { example: 2024 })
  yearOfEntry?: number | null;

  @WholeNumber(1, 12)
  monthOfGraduation?: number | null;

  @WholeNumber(1000, 9999)
  yearOfGraduation?: number | null;

  @DomainName({ description: "Default: the tenant's e-mail domain" })
  domain?: string | null;

  @SnakeCase(64, { description: 'Default by accountType: student, faculty, staff' })
  role?: string | null;

  @Text(255, { description: 'Default "First M. Last"; a default follows later changes of its parts' })
  name?: string | null;

  @Initial({ example: 'M' })
  middleInitial?: string | null;

  @Flag({ description: 'Default true' })
  isAffiliatedWithUniversity?: boolean | null;

  @Flag({ description: 'Default false' })
  hideProfilePage?: boolean | null;

  @Flag({ description: 'Default false' })
  unsubscribeAllGroupEmails?: boolean | null;

  @Text(100, { example: 'she/her' })
  genderPronoun?: string | null;

  @TextList()
  userTags?: string[] | null;

  @TextList()
  nationalities?: string[] | null;

  @TextList()
  careerInterests?: string[] | null;

  @TextList()
  languages?: string[] | null;

  @JsonObject({
    description:
      'At most 16 KiB as JSON, 8 levels deep, with at most 500 members; replaced as a whole. A number beyond ' +
      '9007199254740991 must be text',
    example: { cohort: '2024-B' },
  })
  customFields?: Record<string, unknown> | null;

  @Nested(() => FacultyProfileDto, {
    description: 'Used for accountType Faculty or role chair; merged field by field',
  })
  facultyProfile?: FacultyProfileDto | null;
}
