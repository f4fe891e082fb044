import { t } from '@lingui/core/macro';
import { Suspense } from 'react';

import { lazyPage } from '../../ui/lazy-page';
import type { PersonCountsDto, UserWithProvenanceDto } from '../../api/openapi';
import { useMay } from '../../api/roles';
import { PageLoading } from '../../ui/page-loading';
import { JsonView } from '../../ui/json-view';
import { ListSection } from '../../ui/list/list-page';
import { Section } from '../../ui/section';
import { FailedRowsOfUser } from './failed-rows';
import { History } from './history';
import { CONFLICTS, DISCREPANCIES, HELD, REQUESTS, SUBMISSIONS } from './lists';
import { OwnCommittee, ProgressTab } from './progress-tab';
import { Seats } from './seats';
import { type PersonTab, PersonTabs } from './tabs';
import { AccountSection, ProfileSection, ProgramSection } from './user-sections';

const Disclosures = lazyPage(() => import('./disclosures-section'));
const DataTab = lazyPage(() => import('./data/data-tab'));

const Profile = ({ user }: { readonly user: UserWithProvenanceDto }) => (
  <>
    <FailedRowsOfUser userId={user.id} />
    <AccountSection user={user} />
    <ProgramSection user={user} />
    {user.facultyProfile !== null && <ProfileSection profile={user.facultyProfile} />}
    {Object.keys(user.customFields).length > 0 && (
      <Section title={t`Custom fields`}>
        <JsonView value={user.customFields} what={t`the custom fields`} maxHeight={320} />
      </Section>
    )}
  </>
);

interface PersonContentProps {
  readonly user: UserWithProvenanceDto;
  readonly counts: PersonCountsDto;
}

/** The tabs that mean something for this user: a faculty member has no progress of their own. */
function tabsOf({ user, counts }: PersonContentProps): readonly PersonTab[] {
  const { id } = user;
  const isStudent = user.accountType === 'Student';
  const ofStudent: readonly PersonTab[] = [
    { name: 'progress', label: t`Progress`, content: () => <ProgressTab userId={id} /> },
  ];
  const committees: PersonTab = {
    name: 'committees',
    label: t`Committees`,
    // Without one, there are still the committees that the user is in.
    count: counts.students > 0 ? counts.students : undefined,
    content: () => (
      <>
        {isStudent && <OwnCommittee userId={id} />}
        {(!isStudent || counts.students > 0) && <Seats userId={id} counts={counts} />}
      </>
    ),
  };
  const ofForms: readonly PersonTab[] = [
    {
      name: 'submissions',
      label: t`Submissions`,
      count: counts.submissions,
      content: () => <ListSection list={SUBMISSIONS} filter={{ parentId: id }} />,
    },
    {
      name: 'discrepancies',
      label: t`Discrepancies`,
      count: counts.discrepancies,
      open: counts.openDiscrepancies,
      content: () => <ListSection list={DISCREPANCIES} filter={{ studentId: id }} />,
    },
  ];
  const hasForms = isStudent || counts.submissions > 0;
  return [
    { name: 'profile', label: t`Profile`, content: () => <Profile user={user} /> },
    ...(isStudent ? ofStudent : []),
    committees,
    ...(hasForms ? ofForms : []),
    {
      name: 'held',
      label: t`Held`,
      count: counts.holds,
      open: counts.openHolds,
      content: () => <ListSection list={HELD} filter={{ userId: id }} />,
    },
    {
      name: 'conflicts',
      label: t`Conflicts`,
      count: counts.conflicts,
      open: counts.openConflicts,
      content: () => <ListSection list={CONFLICTS} filter={{ search: id }} />,
    },
    {
      name: 'requests',
      label: t`Requests`,
      content: () => <ListSection list={REQUESTS} filter={{ parentId: id }} />,
    },
    { name: 'history', label: t`History`, content: () => <History user={user} /> },
  ];
}

function disclosuresOf(userId: string): PersonTab {
  return {
    name: 'disclosures',
    label: t`Disclosures`,
    content: () => (
      <Suspense fallback={<PageLoading />}>
        <Disclosures userId={userId} />
      </Suspense>
    ),
  };
}

function dataOf(user: UserWithProvenanceDto): PersonTab {
  return {
    name: 'data',
    label: t`Data about this person`,
    content: () => (
      <Suspense fallback={<PageLoading />}>
        <DataTab user={user} />
      </Suspense>
    ),
  };
}

/** Everything that is known of a user, in tabs. */
export const PersonContent = (props: PersonContentProps) => {
  const { id } = props.user;
  const [mayAudit, mayErase] = [useMay('audit'), useMay('administer')];
  const tabs = [
    ...tabsOf(props),
    ...(mayAudit ? [disclosuresOf(id)] : []),
    ...(mayErase ? [dataOf(props.user)] : []),
  ];
  return <PersonTabs userId={id} tabs={tabs} />;
};
