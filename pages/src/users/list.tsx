import { ListPage } from '../ui/list/list-page';
import type { Column, Filter } from '../ui/list/types';
import { StatusChip, words } from '../ui/status-chip';
import { When } from '../ui/when';
import type { UserRow } from './model';

const ROLES = [...['student', 'faculty', 'chair', 'staff', 'department_chair', 'application_admin']].map(
  (value) => ({ value, label: words(value) }),
);

const FILTERS: readonly Filter[] = [
  {
    source: 'q',
    label: 'Name, e-mail or number',
    type: 'search',
    placeholder: 'ann lee',
    width: 280,
  },
  {
    source: 'accountType',
    label: 'Account type',
    options: ['Student', 'Faculty', 'Staff'].map((value) => ({ value, label: value })),
    width: 150,
  },
  {
    source: 'accountStatus',
    label: 'Status',
    options: ['active', 'inactive'].map((value) => ({ value, label: words(value) })),
    width: 150,
  },
  { source: 'role', label: 'Role', options: ROLES, width: 180 },
];

const COLUMNS: readonly Column<UserRow>[] = [
  {
    name: 'lastName',
    label: 'Name',
    sortable: true,
    csv: ({ name }) => name,
    render: ({ firstName, lastName }) => `${lastName}, ${firstName}`,
  },
  { name: 'id', label: 'ID', sortable: true },
  { name: 'legacyNumber', label: 'Legacy number', from: 'lg' },
  { name: 'email', label: 'E-mail', sortable: true, from: 'lg' },
  { name: 'accountType', label: 'Account type', from: 'xl', onCard: 'hidden' },
  { name: 'role', label: 'Role', render: ({ role }) => words(role) },
  {
    name: 'accountStatus',
    label: 'Status',
    onCard: 'aside',
    render: ({ accountStatus }) => <StatusChip value={accountStatus} />,
  },
  { name: 'schoolProgram', label: 'Program', from: 'xl' },
  {
    name: 'createdAt',
    label: 'Created',
    sortable: true,
    from: 'xl',
    onCard: 'hidden',
    render: ({ createdAt }) => <When value={createdAt} />,
  },
  {
    name: 'updatedAt',
    label: 'Changed',
    sortable: true,
    from: 'xl',
    render: ({ updatedAt }) => <When value={updatedAt} />,
  },
];

const UserList = () => (
  <ListPage<UserRow>
    title="Users"
    intro="Everybody whom the student information system has told of."
    columns={COLUMNS}
    filters={FILTERS}
    sort={{ field: 'lastName', order: 'ASC' }}
    linkTo={({ id }) => `/users/${encodeURIComponent(id)}/show`}
    empty={{ title: 'Nobody yet', hint: 'People appear here once the SIS has sent them.' }}
  />
);

export default UserList;
