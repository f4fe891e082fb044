import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useRefresh } from 'react-admin';

import type { PersonStatusDto, UserWithProvenanceDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { EventsSection } from '../events/events-section';
import { PageLoading } from '../ui/page-loading';
import { lazyPage } from '../ui/lazy-page';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { StatusChip } from '../ui/status-chip';
import { useRow } from '../ui/use-row';

import { DeprovisionDialog } from './person/deprovision-dialog';
import { PersonContent } from './person/person-content';
import { KeepActiveDialog, RestoreDialog } from './person/restore-dialog';
import { capacityText } from './person/seats';
import { StatusNote } from './person/status-note';
import { tabAddress } from './person/tabs';
import { usePersonStatus } from './person/use-person-status';

const ErasedPerson = lazyPage(() => import('./person/data/erased-person'));

type Asking = 'deprovision' | 'restore' | 'keep active';

/** What waits for an administrator, as links to the tabs. */
const Waiting = ({
  userId,
  counts,
}: {
  readonly userId: string;
  readonly counts: PersonStatusDto['counts'];
}) => {
  const waiting = [
    { tab: 'committees', text: counts.students > 0 && capacityText(counts) },
    { tab: 'held', text: counts.openHolds > 0 && t`A de-provisioning is held` },
    {
      tab: 'conflicts',
      text:
        counts.openConflicts > 0 &&
        plural(counts.openConflicts, { one: '# open conflict', other: '# open conflicts' }),
    },
    {
      tab: 'discrepancies',
      text:
        counts.openDiscrepancies > 0 &&
        plural(counts.openDiscrepancies, { one: '# open discrepancy', other: '# open discrepancies' }),
    },
    {
      tab: 'profile',
      text: counts.failures > 0 && plural(counts.failures, { one: '# refused row', other: '# refused rows' }),
    },
  ].filter(({ text }) => text !== false);
  if (waiting.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 1.5 }}>
      {waiting.map(({ tab, text }) => (
        <PageLink key={tab} to={tabAddress(userId, tab)}>
          {text}
        </PageLink>
      ))}
    </Box>
  );
};

interface PersonProps {
  readonly user: UserWithProvenanceDto;
  readonly status: PersonStatusDto;
  readonly asking: Asking | undefined;
  readonly onAsk: (asking: Asking | undefined) => void;
}

const Person = ({ user, status, asking, onAsk }: PersonProps) => {
  const refresh = useRefresh();
  const dialog = {
    user,
    status,
    onDone: refresh,
    onClose: () => {
      onAsk(undefined);
    },
  };
  const isActive = status.accountStatus === 'active';
  return (
    <>
      <StatusNote
        status={status}
        action={
          isActive && (
            <IfMay act="administer">
              <Button
                color="inherit"
                size="small"
                sx={{ whiteSpace: 'nowrap' }}
                onClick={() => {
                  onAsk('keep active');
                }}
              >
                {status.keepActive === null ? t`Keep active…` : t`Change…`}
              </Button>
            </IfMay>
          )
        }
      />
      <Waiting userId={user.id} counts={status.counts} />
      <EventsSection watched={{ userId: user.id }} />
      <PersonContent user={user} counts={status.counts} />
      {asking === 'deprovision' && <DeprovisionDialog {...dialog} />}
      {asking === 'restore' && <RestoreDialog {...dialog} />}
      {asking === 'keep active' && <KeepActiveDialog {...dialog} />}
    </>
  );
};

const UserShow = () => {
  const { id, ...answer } = useRow<UserWithProvenanceDto>('users');
  const status = usePersonStatus(id);
  const [asking, setAsking] = useState<Asking>();
  return (
    <RowPage
      list={{ to: '/users', label: t`Users` }}
      title={answer.data?.name ?? t`User ${id}`}
      answer={answer}
      missing={
        <Suspense fallback={<PageLoading />}>
          <ErasedPerson userId={id} error={answer.error} />
        </Suspense>
      }
      actions={({ accountStatus }) => (
        <>
          <StatusChip value={accountStatus} />
          <IfMay act="administer">
            <Button
              variant="outlined"
              color={accountStatus === 'active' ? 'error' : 'primary'}
              onClick={() => {
                setAsking(accountStatus === 'active' ? 'deprovision' : 'restore');
              }}
            >
              {accountStatus === 'active' ? t`De-provision` : t`Restore`}
            </Button>
          </IfMay>
        </>
      )}
    >
      {(user) => (
        <Loaded answer={status} loading={<PageLoading />}>
          {(found) => <Person user={user} status={found} asking={asking} onAsk={setAsking} />}
        </Loaded>
      )}
    </RowPage>
  );
};

export default UserShow;
