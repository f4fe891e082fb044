import { plural, t } from '@lingui/core/macro';

import type { PersonInViewDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { DescriptionList } from '../ui/description-list';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { grouped, words } from '../ui/words';

/** Whom a departure would leave without a member of their committee; undefined for people who sit on none. */
export function impactInWords({ committeeImpact }: PersonInViewDto): string | undefined {
  if (committeeImpact === null) return undefined;
  const { students, chairs } = committeeImpact;
  if (students === 0) return t`No student would lose a committee member`;
  if (chairs === 0)
    return plural(students, {
      one: '# student would lose a committee member',
      other: '# students would lose a committee member',
    });
  const ofChairs = grouped(chairs);
  return plural(students, {
    one: `# student would lose a committee member, ${ofChairs} of them the chair`,
    other: `# students would lose a committee member, ${ofChairs} of them the chair`,
  });
}

interface PersonInViewProps {
  readonly title: string;
  readonly userId: string;
  /** Null: not stored any more. */
  readonly person: PersonInViewDto | null;
}

/** What an administrator must know of a person before deciding about them. */
export const PersonInView = ({ title, userId, person }: PersonInViewProps) => (
  <Section title={title}>
    {person === null ? (
      t`${userId} is not stored any more.`
    ) : (
      <DescriptionList
        entries={[
          {
            label: t`Name`,
            value: <PageLink to={showAddress('users', userId)}>{`${person.name} (${userId})`}</PageLink>,
          },
          { label: t`Status`, value: <StatusChip value={person.accountStatus} /> },
          { label: t`Account type`, value: words(person.accountType) },
          { label: t`Role`, value: words(person.role) },
          { label: t`Program`, value: person.schoolProgram ?? person.programId },
          { label: t`If this user leaves`, value: impactInWords(person) },
        ]}
      />
    )}
  </Section>
);
