import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { AdministratorDto, PendingInvitationDto } from '../api/openapi';
import { ROLES } from '../api/roles';
import { showAddress } from '../ui/addresses';
import { Breakable } from '../ui/breakable';
import { lastNameFirst } from '../ui/list/columns';
import { ListPage, ListSection } from '../ui/list/list-page';
import type { ListConfig, ListSectionConfig } from '../ui/list/types';
import { StatusChip } from '../ui/status-chip';
import { When } from '../ui/when';
import { words } from '../ui/words';
import { InvitationActions } from './invitation-actions';
import { InviteButton } from './invite-button';
import { PersonActions } from './person-actions';

const firstNameFirst = ({ firstName, lastName }: Pick<AdministratorDto, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

/** Whether the person has not logged in yet, and can still do so by an invitation. */
function isInvited({ accountStatus, lastSeenAt, invitedUntil }: AdministratorDto): boolean {
  const isOpen = invitedUntil !== null && Date.parse(invitedUntil) > Date.now();
  return accountStatus === 'active' && lastSeenAt === null && isOpen;
}

function logsInWith(person: AdministratorDto): string {
  if (isInvited(person)) return t`Not logged in`;
  if (!person.hasPassword) return t`Single sign-on only`;
  return person.hasSecondFactor ? t`Password and second factor` : t`Password, no second factor`;
}

const Status = (person: AdministratorDto) => {
  const { accountStatus, lastSeenAt, invitedUntil } = person;
  const invited = isInvited(person);
  return (
    <>
      {invited ? (
        <StatusChip value="invited" label={t`Invited`} tone="info" />
      ) : (
        <StatusChip value={accountStatus} />
      )}
      {invitedUntil !== null && lastSeenAt === null && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          {invited ? (
            <Trans>
              until <When value={invitedUntil} />
            </Trans>
          ) : (
            <Trans>
              The invitation ended on <When value={invitedUntil} />
            </Trans>
          )}
        </Typography>
      )}
    </>
  );
};

const ADMINISTRATORS: ListConfig<AdministratorDto> = {
  resource: 'administrators',
  title: t`Administrators`,
  intro: (
    <Trans>
      Who can open these pages, and what their role lets them do. Removing a role leaves the account as it is.
    </Trans>
  ),
  sort: { field: 'lastName', order: 'ASC' },
  linkTo: ({ userId }) => showAddress('users', userId),
  actions: <InviteButton />,
  empty: {
    title: t`No administrators`,
    hint: t`Those who may open these pages are listed here, each with a role.`,
    example: { lastName: 'Lee, Ann', email: 'ann.lee@example.edu', role: ROLES.operator.label },
  },
  columns: [
    { name: 'lastName', label: t`Name`, csv: firstNameFirst, render: lastNameFirst },
    { name: 'email', label: t`E-mail`, render: ({ email }) => <Breakable name={email} /> },
    { name: 'role', label: t`Role`, csv: ({ role }) => ROLES[role].label },
    {
      name: 'accountStatus',
      label: t`Status`,
      onCard: 'aside',
      csv: (person) => (isInvited(person) ? t`Invited` : words(person.accountStatus)),
      render: (person) => <Status {...person} />,
    },
    { name: 'invitedUntil', label: t`Invited until`, format: 'moment', exportOnly: true },
    {
      name: 'hasPassword',
      label: t`Logs in with`,
      csv: logsInWith,
      from: 'lg',
    },
    { name: 'lastSeenAt', label: t`Last seen`, format: 'moment', none: t`Not logged in` },
    { name: 'actions', label: t`Actions`, csv: false, render: (person) => <PersonActions person={person} /> },
  ],
};

const INVITATIONS: ListSectionConfig<PendingInvitationDto> = {
  resource: 'invitations',
  title: t`Open invitations`,
  label: t`Invitations`,
  sort: { field: 'createdAt', order: 'DESC' },
  empty: {
    title: t`No open invitations`,
    hint: t`An invitation is open for 72 hours, or until its link is used.`,
    example: {
      lastName: 'Lee, Ann',
      email: 'ann.lee@example.edu',
      role: ROLES.auditor.label,
      expiresAt: '2026-09-01T02:00:00Z',
    },
  },
  columns: [
    { name: 'lastName', label: t`Name`, csv: firstNameFirst, render: lastNameFirst },
    { name: 'email', label: t`E-mail`, render: ({ email }) => <Breakable name={email} /> },
    {
      name: 'role',
      label: t`Role`,
      csv: ({ role }) => (role === null ? t`None any more` : ROLES[role].label),
    },
    {
      name: 'invitedBy',
      label: t`Invited by`,
      from: 'lg',
      csv: ({ invitedByLabel }) => invitedByLabel,
      render: ({ invitedByLabel, invitedBy }) => <span title={invitedBy}>{invitedByLabel}</span>,
    },
    { name: 'createdAt', label: t`Invited`, format: 'moment', from: 'xl' },
    { name: 'expiresAt', label: t`Valid until`, format: 'moment' },
    {
      name: 'actions',
      label: t`Actions`,
      csv: false,
      render: (invitation) => <InvitationActions invitation={invitation} />,
    },
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
