import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { UserDto, UserRowDto } from '../api/openapi';
import { type Choices, Picker } from '../ui/list/picker';
import type { FilterFieldProps, Row } from '../ui/list/types';
import { useSettled } from '../ui/use-search';

const MOST = 10;

/** Those who chair a committee, by the beginnings of their names, or by their number. */
function useChairs(typed: string): Choices {
  const text = typed.trim();
  const q = useSettled(text);
  const { data, isFetching, error } = useGetList<Row<UserRowDto>>(
    'users',
    {
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'lastName', order: 'ASC' },
      filter: { q, chairing: 'true' },
    },
    { enabled: q !== '', retry: false },
  );
  const found = q === text && q !== '' ? (data ?? []) : [];
  const choices = found.map(({ id, name, email }) => ({ value: id, label: name, detail: `${id} ${email}` }));
  return { choices, isBusy: q !== text || isFetching, error };
}

export function useChairName(id: string): string {
  const api = useAdminApi();
  const { data } = useQuery({
    queryKey: ['chair-name', id],
    queryFn: async () => (await api.get<UserDto>(`users/${encodeURIComponent(id)}`)).data.name,
    enabled: id !== '',
    staleTime: Infinity,
    retry: false,
  });
  return data ?? id;
}

export const ChairPicker = (props: FilterFieldProps) => (
  <Picker {...props} useChoices={useChairs} useLabel={useChairName} hint={t`Type a name or a number`} />
);
