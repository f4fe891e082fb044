import Box from '@mui/material/Box';

import type { AdministratorDto, PendingInvitationDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { lastNameFirst } from '../ui/list/columns';
import { ListPage, ListSection } from '../ui/list/list-page';
import type { ListConfig, ListSectionConfig } from '../ui/list/types';
import { InviteButton } from './invite-button';

const firstNameFirst = ({ firstName, lastName }: Pick<AdministratorDto, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

const ADMINISTRATORS: ListConfig<AdministratorDto> = {
  resource: 'administrators',
  title: 'Administrators',
  intro:
    'All users with the role Application admin. To withdraw access, de-provision the user on the user’s page.',
  sort: { field: 'lastName', order: 'ASC' },
  linkTo: ({ userId }) => showAddress('users', userId),
  actions: <InviteButton />,
  empty: { title: 'No administrators' },
  columns: [
    { name: 'lastName', label: 'Name', csv: firstNameFirst, render: lastNameFirst },
    { name: 'email', label: 'E-mail' },
    { name: 'accountStatus', label: 'Status', format: 'status', onCard: 'aside' },
    {
      name: 'hasPassword',
      label: 'Logs in with',
      csv: ({ hasPassword }) => (hasPassword ? 'password' : 'single sign-on only'),
      render: ({ hasPassword }) => (hasPassword ? 'Password' : 'Single sign-on only'),
    },
    { name: 'lastSeenAt', label: 'Last seen', format: 'moment', none: 'Not logged in' },
  ],
};

const INVITATIONS: ListSectionConfig<PendingInvitationDto> = {
  resource: 'invitations',
  title: 'Open invitations',
  label: 'Invitations',
  sort: { field: 'createdAt', order: 'DESC' },
  empty: {
    title: 'No open invitations',
    hint: 'An invitation is open for 72 hours, or until its link is used.',
  },
  columns: [
    { name: 'lastName', label: 'Name', csv: firstNameFirst, render: lastNameFirst },
    { name: 'email', label: 'E-mail' },
    {
      name: 'invitedBy',
      label: 'Invited by',
      csv: ({ invitedByLabel }) => invitedByLabel,
      render: ({ invitedByLabel, invitedBy }) => <span title={invitedBy}>{invitedByLabel}</span>,
    },
    { name: 'createdAt', label: 'Invited', format: 'moment' },
    { name: 'expiresAt', label: 'Valid until', format: 'moment' },
  ],
};

const AdministratorList = () => (
  <ListPage list={ADMINISTRATORS}>
    <Box sx={{ mt: 3 }}>
      <ListSection list={INVITATIONS} isSecondList />
    </Box>
  </ListPage>
);

export default AdministratorList;
