import { t } from '@lingui/core/macro';

import { FileLink } from '../files/file-link';
import type { UserRowDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { lastNameFirst } from '../ui/list/columns';
import { Breakable } from '../ui/breakable';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { ACCOUNT_TYPES } from '../ui/account-types';
import { ACCOUNT_STATUSES, USUAL_ROLES } from './labels';

const USERS: ListConfig<UserRowDto> = {
  resource: 'users',
  title: t`Users`,
  intro: t`All users of the university, active and inactive.`,
  sort: { field: 'lastName', order: 'ASC' },
  linkTo: ({ id }) => showAddress('users', id),
  empty: {
    title: t`No users yet`,
    hint: t`Everyone whom the SIS, an identity provider or a file has sent is listed here. The first run fills the list.`,
    action: <FileLink />,
    example: {
      lastName: 'Lee, Ann',
      id: '950000001',
      legacyNumber: 'S-77',
      email: 'ann.lee@example.edu',
      role: 'student',
      accountStatus: 'active',
    },
  },
  filters: [
    { source: 'q', label: t`Name, e-mail or number`, type: 'search', placeholder: t`ann lee`, width: 280 },
    { source: 'accountType', label: t`Account type`, options: optionsOf(ACCOUNT_TYPES), width: 150 },
    { source: 'accountStatus', label: t`Status`, options: optionsOf(ACCOUNT_STATUSES), width: 150 },
    { source: 'role', label: t`Role`, options: optionsOf(USUAL_ROLES), width: 180 },
  ],
  columns: [
    { name: 'lastName', label: t`Name`, csv: ({ name }) => name, render: lastNameFirst },
    { name: 'id', label: 'ID' },
    { name: 'legacyNumber', label: t`Legacy number`, from: 'lg' },
    { name: 'email', label: t`E-mail`, from: 'lg', render: ({ email }) => <Breakable name={email} /> },
    {
      name: 'accountType',
      label: t`Account type`,
      from: 'xl',
      onCard: 'hidden',
      render: ({ accountType }) => ACCOUNT_TYPES[accountType],
    },
    { name: 'role', label: t`Role`, format: 'words' },
    { name: 'accountStatus', label: t`Status`, format: 'status', onCard: 'aside' },
    { name: 'schoolProgram', label: t`Program`, from: 'xl' },
    { name: 'createdAt', label: t`Created`, format: 'moment', from: 'xl', onCard: 'hidden' },
    { name: 'updatedAt', label: t`Changed`, format: 'moment', from: 'xl' },
  ],
};

const UserList = () => <ListPage list={USERS} />;

export default UserList;
