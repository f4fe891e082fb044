import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { GetListParams, Store } from 'react-admin';

import type { AdminDataProvider } from '../../api/data-provider';
import { calendarOf, TENANT_CALENDAR, type ZoneChoice } from '../time-zone';
import type { FilterValues } from './filter-values';

/** The end of a value of relative days; other values may have it as well. */
const PERHAPS_RELATIVE = /\/(from|before|first|last)$/;

/** Asks for the rows of relative days by those that they are when the call is made. */
export function withSentFilters(
  provider: AdminDataProvider,
  queryClient: QueryClient,
  store: Store,
): AdminDataProvider {
  const getList: AdminDataProvider['getList'] = async (resource, params: GetListParams) => {
    const filter = (params.filter ?? {}) as FilterValues;
    if (!Object.values(filter).some((value) => PERHAPS_RELATIVE.test(String(value))))
      return provider.getList(resource, params);
    // Before the first page no code for it is loaded.
    const { isRelative, sentFilters } = await import('./filters/sent-filters');
    if (!isRelative(filter)) return provider.getList(resource, params);
    const tenant = await queryClient.query(TENANT_CALENDAR);
    const calendar = calendarOf(tenant, store.getItem<ZoneChoice>('timeZone') ?? 'tenant');
    const sent = sentFilters(filter, calendar);
    if (isRelative(sent)) throw new Error(t`The settings have no terms any more; choose other days.`);
    return provider.getList(resource, { ...params, filter: sent });
  };
  return { ...provider, getList };
}
