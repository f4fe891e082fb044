import type { UserRowDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { lastNameFirst } from '../ui/list/columns';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, USUAL_ROLES } from './labels';

const USERS: ListConfig<UserRowDto> = {
  resource: 'users',
  title: 'Users',
  intro: 'All users of the university, active and inactive.',
  sort: { field: 'lastName', order: 'ASC' },
  linkTo: ({ id }) => showAddress('users', id),
  empty: { title: 'No users yet', hint: 'Users appear here when the SIS has sent their data.' },
  filters: [
    { source: 'q', label: 'Name, e-mail or number', type: 'search', placeholder: 'ann lee', width: 280 },
    { source: 'accountType', label: 'Account type', options: optionsOf(ACCOUNT_TYPES), width: 150 },
    { source: 'accountStatus', label: 'Status', options: optionsOf(ACCOUNT_STATUSES), width: 150 },
    { source: 'role', label: 'Role', options: optionsOf(USUAL_ROLES), width: 180 },
  ],
  columns: [
    { name: 'lastName', label: 'Name', csv: ({ name }) => name, render: lastNameFirst },
    { name: 'id', label: 'ID' },
    { name: 'legacyNumber', label: 'Legacy number', from: 'lg' },
    { name: 'email', label: 'E-mail', from: 'lg' },
    { name: 'accountType', label: 'Account type', from: 'xl', onCard: 'hidden' },
    { name: 'role', label: 'Role', format: 'words' },
    { name: 'accountStatus', label: 'Status', format: 'status', onCard: 'aside' },
    { name: 'schoolProgram', label: 'Program', from: 'xl' },
    { name: 'createdAt', label: 'Created', format: 'moment', from: 'xl', onCard: 'hidden' },
    { name: 'updatedAt', label: 'Changed', format: 'moment', from: 'xl' },
  ],
};

const UserList = () => <ListPage list={USERS} />;

export default UserList;
