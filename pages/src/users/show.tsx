import { useState } from 'react';
import Button from '@mui/material/Button';
import { useRefresh } from 'react-admin';

import type { UserDto } from '../api/openapi';
import { JsonView } from '../ui/json-view';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { useRow } from '../ui/use-row';
import { AccountSection, ProfileSection, ProgramSection } from './user-sections';
import { History } from './history';
import { StatusDialog } from './status-dialog';

const UserShow = () => {
  const answer = useRow<UserDto>('users');
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh();
  return (
    <RowPage
      list={{ to: '/users', label: 'Users' }}
      title={answer.data?.name ?? 'User'}
      answer={answer}
      actions={({ accountStatus }) => (
        <>
          <StatusChip value={accountStatus} />
          <Button
            variant="outlined"
            color={accountStatus === 'active' ? 'error' : 'primary'}
            onClick={() => {
              setAsking(true);
            }}
          >
            {accountStatus === 'active' ? 'De-provision' : 'Restore'}
          </Button>
        </>
      )}
    >
      {(user) => (
        <>
          <AccountSection user={user} />
          <ProgramSection user={user} />
          {user.facultyProfile !== null && <ProfileSection profile={user.facultyProfile} />}
          {Object.keys(user.customFields).length > 0 && (
            <Section title="Custom fields">
              <JsonView value={user.customFields} what="the custom fields" maxHeight={320} />
            </Section>
          )}
          <History userId={user.id} />
          {asking && (
            <StatusDialog
              user={user}
              onDone={refresh}
              onClose={() => {
                setAsking(false);
              }}
            />
          )}
        </>
      )}
    </RowPage>
  );
};

export default UserShow;
