import { useQuery } from '@tanstack/react-query';
import { useStore } from 'react-admin';

import type { SettingsDto } from '../api/openapi';
import { callLoggedIn } from '../api/session';

export type ZoneChoice = 'tenant' | 'local';

export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether times are shown in the university's zone or in that of this computer. */
export function useZoneChoice() {
  return useStore<ZoneChoice>('timeZone', 'tenant');
}

/** The zone that times are shown in; until the tenant's is known, that of this computer. */
export function useTimeZone(): string {
  const [choice] = useZoneChoice();
  const { data } = useQuery({
    queryKey: ['tenant-time-zone'],
    queryFn: async () => (await callLoggedIn<SettingsDto>('GET', 'settings')).data.timeZone,
    staleTime: 10 * 60_000,
    retry: false,
  });
  return choice === 'tenant' && isZone(data) ? data : LOCAL_ZONE;
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
