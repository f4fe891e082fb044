import { useQuery } from '@tanstack/react-query';
import { useStore } from 'react-admin';

import type { SettingsDto } from '../api/openapi';
import { callLoggedIn } from '../api/session';
import type { Calendar } from './zoned-days';

export type ZoneChoice = 'tenant' | 'local';

export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether times are shown in the university's zone or in that of this computer. */
export function useZoneChoice() {
  return useStore<ZoneChoice>('timeZone', 'tenant');
}

/** The zone of the university, and the months in which its terms begin. */
export const TENANT_CALENDAR = {
  queryKey: ['tenant-time-zone'],
  queryFn: async () => {
    const { timeZone, terms } = (await callLoggedIn<SettingsDto>('GET', 'settings')).data;
    return { timeZone, terms: [...new Set(terms.map(({ month }) => month))] };
  },
  staleTime: 10 * 60_000,
  retry: false,
};

type TenantCalendar = Pick<SettingsDto, 'timeZone'> & Pick<Calendar, 'terms'>;

/** Until the zone of the university is known, that of this computer stands for it. */
export function calendarOf(tenant: TenantCalendar | undefined, choice: ZoneChoice): Calendar {
  const tenantZone = isZone(tenant?.timeZone) ? tenant.timeZone : LOCAL_ZONE;
  return {
    shownZone: choice === 'tenant' ? tenantZone : LOCAL_ZONE,
    tenantZone,
    terms: tenant?.terms ?? [],
  };
}

export function useCalendar(): Calendar {
  const [choice] = useZoneChoice();
  return calendarOf(useQuery(TENANT_CALENDAR).data, choice);
}

/** The zone that times are shown in; until the tenant's is known, that of this computer. */
export function useTimeZone(): string {
  return useCalendar().shownZone;
}

/** Whether this browser knows the zone. */
function isZone(name: string | undefined): name is string {
  if (name === undefined) return false;
  try {
    return Intl.DateTimeFormat('en-GB', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
