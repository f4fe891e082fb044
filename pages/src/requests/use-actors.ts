import { useGetList } from 'react-admin';

import type { AdministratorDto, ApiKeyDto } from '../api/openapi';
import type { Row } from '../ui/list/types';
import type { Option } from '../ui/options';

const FIRST_HUNDRED = { page: 1, perPage: 100 };

/** Who may have made a request: the tenant's keys and administrators. */
export function useActors(): readonly Option[] {
  const { data: keys = [] } = useGetList<Row<ApiKeyDto>>('keys', {
    pagination: FIRST_HUNDRED,
    sort: { field: 'label', order: 'ASC' },
  });
  const { data: administrators = [] } = useGetList<Row<AdministratorDto>>('administrators', {
    pagination: FIRST_HUNDRED,
  });
  return [
    ...keys.map(({ apiKey, label }) => ({ value: `key:${apiKey}`, label: `Key ${label}` })),
    ...administrators.map(({ userId, firstName, lastName }) => ({
      value: `admin:${userId}`,
      label: `${firstName} ${lastName}`,
    })),
  ];
}
