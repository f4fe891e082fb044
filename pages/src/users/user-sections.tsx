import type { PresentedFacultyProfileDto, UserDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { words } from '../ui/words';
import { Day, When } from '../ui/when';

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'Yes' : 'No';
}

function list(values: readonly string[]): string {
  return values.join(', ');
}

function monthOf(month: number | null, year: number | null): string | null {
  if (year === null) return null;
  return month === null ? String(year) : `${MONTHS.format(new Date(Date.UTC(2000, month - 1)))} ${year}`;
}

export const AccountSection = ({ user }: { readonly user: UserDto }) => (
  <Section title="Account">
    <DescriptionList
      entries={[
        { label: 'ID', value: user.id },
        { label: 'Legacy number', value: user.legacyNumber },
        { label: 'E-mail', value: user.email },
        { label: 'Domain', value: user.domain },
        { label: 'First name', value: user.firstName },
        { label: 'Middle initial', value: user.middleInitial },
        { label: 'Last name', value: user.lastName },
        { label: 'Account type', value: user.accountType },
        { label: 'Role', value: words(user.role) },
        { label: 'Affiliated with the university', value: yesNo(user.isAffiliatedWithUniversity) },
        { label: 'Created', value: <When value={user.createdAt} /> },
        { label: 'Changed', value: <When value={user.updatedAt} /> },
      ]}
    />
  </Section>
);

export const ProgramSection = ({ user }: { readonly user: UserDto }) => (
  <Section title="Program and person">
    <DescriptionList
      entries={[
        { label: 'Program', value: user.schoolProgram },
        { label: 'Program ID', value: user.programId },
        { label: 'Degree', value: user.degree },
        { label: 'Entry', value: monthOf(user.monthOfEntry, user.yearOfEntry) },
        { label: 'Graduation', value: monthOf(user.monthOfGraduation, user.yearOfGraduation) },
        { label: 'Gender pronoun', value: user.genderPronoun },
        { label: 'Languages', value: list(user.languages) },
        { label: 'Nationalities', value: list(user.nationalities) },
        { label: 'Career interests', value: list(user.careerInterests) },
        { label: 'Tags', value: list(user.userTags) },
        { label: 'Profile page hidden', value: yesNo(user.hideProfilePage) },
        { label: 'Group e-mails switched off', value: yesNo(user.unsubscribeAllGroupEmails) },
      ]}
    />
  </Section>
);

export const ProfileSection = ({ profile }: { readonly profile: PresentedFacultyProfileDto }) => (
  <Section title="Faculty profile">
    <DescriptionList
      entries={[
        { label: 'Availability', value: <StatusChip value={profile.availabilityStatus} /> },
        { label: 'On leave until', value: <Day value={profile.leaveUntil} none="Not on leave" /> },
        { label: 'Maximum number of committees', value: profile.maxConcurrentCommittees },
        { label: 'Committee roles', value: list(profile.committeeRolesSupported.map(words)) },
        { label: 'Can serve as chair', value: yesNo(profile.canServeAsChair) },
        { label: 'Committee eligible', value: yesNo(profile.isCommitteeEligible) },
        { label: 'Graduate faculty', value: yesNo(profile.graduateFacultyStatus) },
        { label: 'External', value: yesNo(profile.isExternal) },
        { label: 'External organization', value: profile.externalOrganization },
        { label: 'Highest degree', value: profile.highestDegree },
        { label: 'Degree field', value: profile.degreeField },
        { label: 'Rank', value: profile.facultyRank },
        { label: 'Content expertise', value: list(profile.contentExpertiseTags) },
        { label: 'Methods', value: list(profile.methodsExpertise) },
        { label: 'Technical expertise', value: list(profile.technicalExpertiseTags) },
        { label: 'Tools', value: list(profile.tools) },
        { label: 'Programs', value: list(profile.eligibleProgramIds) },
        { label: 'Notes', value: profile.expertiseNotes },
      ]}
    />
  </Section>
);
