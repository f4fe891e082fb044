import PersonAddIcon from '@mui/icons-material/PersonAdd';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ListBase, useRefresh } from 'react-admin';

import { ExportButton } from '../ui/list/export-button';
import { ListPage, ListPanel } from '../ui/list/list-page';
import type { Column } from '../ui/list/types';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { When } from '../ui/when';
import { InviteDialog } from './invite-dialog';
import { InvitedDialog } from './invited-dialog';
import type { Administrator, Invitation, IssuedInvitation } from './model';

const NAME: Column<{ readonly firstName: string; readonly lastName: string; readonly id: string }> = {
  name: 'lastName',
  label: 'Name',
  csv: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  render: ({ firstName, lastName }) => `${lastName}, ${firstName}`,
};

const ADMINISTRATORS: readonly Column<Administrator>[] = [
  { ...NAME, sortable: true },
  { name: 'email', label: 'E-mail', sortable: true },
  {
    name: 'accountStatus',
    label: 'Status',
    onCard: 'aside',
    render: ({ accountStatus }) => <StatusChip value={accountStatus} />,
  },
  {
    name: 'hasPassword',
    label: 'Logs in with',
    csv: ({ hasPassword }) => (hasPassword ? 'password' : 'single sign-on only'),
    render: ({ hasPassword }) => (hasPassword ? 'Password' : 'Single sign-on only'),
  },
  {
    name: 'lastSeenAt',
    label: 'Last seen',
    render: ({ lastSeenAt }) => <When value={lastSeenAt} none="Not logged in now" />,
  },
];

const INVITATIONS: readonly Column<Invitation>[] = [
  NAME,
  { name: 'email', label: 'E-mail' },
  {
    name: 'invitedBy',
    label: 'Invited by',
    csv: ({ invitedByLabel, invitedBy }) => invitedByLabel ?? invitedBy,
    render: ({ invitedByLabel, invitedBy }) => <span title={invitedBy}>{invitedByLabel ?? invitedBy}</span>,
  },
  { name: 'createdAt', label: 'Invited', render: ({ createdAt }) => <When value={createdAt} /> },
  { name: 'expiresAt', label: 'Works until', render: ({ expiresAt }) => <When value={expiresAt} /> },
];

const AdministratorList = () => {
  const [inviting, setInviting] = useState(false);
  const [issued, setIssued] = useState<IssuedInvitation>();
  const refresh = useRefresh();
  return (
    <ListPage<Administrator>
      title="Administrators"
      intro="Everybody with the role Application admin. De-provision somebody on their own page to shut them out."
      columns={ADMINISTRATORS}
      sort={{ field: 'lastName', order: 'ASC' }}
      linkTo={({ userId }) => `/users/${encodeURIComponent(userId)}/show`}
      actions={
        <Button
          variant="contained"
          startIcon={<PersonAddIcon />}
          onClick={() => {
            setInviting(true);
          }}
        >
          Invite an administrator
        </Button>
      }
      empty={{ title: 'No administrators' }}
    >
      <PendingInvitations />
      {inviting && (
        <InviteDialog
          onClose={() => {
            setInviting(false);
          }}
          onInvited={(invitation) => {
            setIssued(invitation);
            refresh();
          }}
        />
      )}
      {issued !== undefined && (
        <InvitedDialog
          invitation={issued}
          onClose={() => {
            setIssued(undefined);
          }}
        />
      )}
    </ListPage>
  );
};

/** A second list on the page: only the first one is in the address bar. */
const PendingInvitations = () => (
  <Box sx={{ mt: 3 }}>
    <ListBase<Invitation>
      resource="invitations"
      sort={{ field: 'createdAt', order: 'DESC' }}
      perPage={10}
      disableSyncWithLocation
      storeKey={false}
      exporter={false}
    >
      <Section title="Open invitations" actions={<ExportButton columns={INVITATIONS} />}>
        <ListPanel<Invitation>
          label="Invitations"
          inSection
          columns={INVITATIONS}
          empty={{
            title: 'No open invitations',
            hint: 'An invitation is open until its link is used, for 72 hours.',
          }}
        />
      </Section>
    </ListBase>
  </Box>
);

export default AdministratorList;
