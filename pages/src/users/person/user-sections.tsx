import { t } from '@lingui/core/macro';

import { ACCOUNT_TYPES } from '../../ui/account-types';
import { LOCALE } from '../../language';
import type { PresentedFacultyProfileDto, UserDto } from '../../api/openapi';
import { DescriptionList } from '../../ui/description-list';
import { Section } from '../../ui/section';
import { StatusChip } from '../../ui/status-chip';
import { PLAIN_FIELDS } from '../../ui/declared-fields';
import { keysOf } from '../../ui/options';
import { fieldWords, words } from '../../ui/words';
import { Day, When } from '../../ui/when';

const MONTHS = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' });

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? t`Yes` : t`No`;
}

function list(values: readonly string[]): string {
  return values.join(', ');
}

function monthOf(month: number | null, year: number | null): string | null {
  if (year === null) return null;
  return month === null ? String(year) : `${MONTHS.format(new Date(Date.UTC(2000, month - 1)))} ${year}`;
}

function shown(value: UserDto[PlainRow]): string | number | null {
  if (typeof value === 'boolean') return yesNo(value);
  return typeof value === 'object' && value !== null ? list(value) : value;
}

/** Plain fields that have a row of another form below, or a section of their own. */
const SHOWN_OTHERWISE = [
  'middleInitial',
  'schoolProgram',
  'programId',
  'degree',
  'monthOfEntry',
  'yearOfEntry',
  'monthOfGraduation',
  'yearOfGraduation',
  'isAffiliatedWithUniversity',
  'customFields',
] as const satisfies readonly (keyof typeof PLAIN_FIELDS)[];

type PlainRow = Exclude<keyof typeof PLAIN_FIELDS, (typeof SHOWN_OTHERWISE)[number]>;

const ROWS = keysOf(PLAIN_FIELDS).filter(
  (field): field is PlainRow => !SHOWN_OTHERWISE.some((other) => other === field),
);

export const AccountSection = ({ user }: { readonly user: UserDto }) => (
  <Section title={t`Account`}>
    <DescriptionList
      entries={[
        { label: 'ID', value: user.id },
        { label: t`Legacy number`, value: user.legacyNumber },
        { label: t`E-mail`, value: user.email },
        { label: t`Domain`, value: user.domain },
        { label: t`First name`, value: user.firstName },
        { label: t`Middle initial`, value: user.middleInitial },
        { label: t`Last name`, value: user.lastName },
        { label: t`Account type`, value: ACCOUNT_TYPES[user.accountType] },
        { label: t`Role`, value: words(user.role) },
        { label: t`Affiliated with the university`, value: yesNo(user.isAffiliatedWithUniversity) },
        { label: t`Created`, value: <When value={user.createdAt} /> },
        { label: t`Changed`, value: <When value={user.updatedAt} /> },
      ]}
    />
  </Section>
);

export const ProgramSection = ({ user }: { readonly user: UserDto }) => (
  <Section title={t`Program and person`}>
    <DescriptionList
      entries={[
        { label: t`Program`, value: user.schoolProgram },
        { label: t`Program ID`, value: user.programId },
        { label: t`Degree`, value: user.degree },
        { label: t`Entry`, value: monthOf(user.monthOfEntry, user.yearOfEntry) },
        { label: t`Graduation`, value: monthOf(user.monthOfGraduation, user.yearOfGraduation) },
        ...ROWS.map((field) => ({ label: fieldWords(field), value: shown(user[field]) })),
      ]}
    />
  </Section>
);

export const ProfileSection = ({ profile }: { readonly profile: PresentedFacultyProfileDto }) => (
  <Section title={t`Faculty profile`}>
    <DescriptionList
      entries={[
        { label: t`Availability`, value: <StatusChip value={profile.availabilityStatus} /> },
        { label: t`On leave until`, value: <Day value={profile.leaveUntil} none={t`Not on leave`} /> },
        { label: t`Maximum number of committees`, value: profile.maxConcurrentCommittees },
        { label: t`Committee roles`, value: list(profile.committeeRolesSupported.map(words)) },
        { label: t`Can serve as chair`, value: yesNo(profile.canServeAsChair) },
        { label: t`Committee eligible`, value: yesNo(profile.isCommitteeEligible) },
        { label: t`Graduate faculty`, value: yesNo(profile.graduateFacultyStatus) },
        { label: t`External`, value: yesNo(profile.isExternal) },
        { label: t`External organization`, value: profile.externalOrganization },
        { label: t`Highest degree`, value: profile.highestDegree },
        { label: t`Degree field`, value: profile.degreeField },
        { label: t`Rank`, value: profile.facultyRank },
        { label: t`Content expertise`, value: list(profile.contentExpertiseTags) },
        { label: t`Methods`, value: list(profile.methodsExpertise) },
        { label: t`Technical expertise`, value: list(profile.technicalExpertiseTags) },
        { label: t`Tools`, value: list(profile.tools) },
        { label: t`Programs`, value: list(profile.eligibleProgramIds) },
        { label: t`Notes`, value: profile.expertiseNotes },
      ]}
    />
  </Section>
);
