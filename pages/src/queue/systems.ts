import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { ErrorGroupDto, LeaseRowDto, TargetSystemDto } from '../api/openapi';
import type { Option } from '../ui/options';
import type { Tone } from '../ui/status-chip';
import { systemWords } from '../ui/system-words';

type State = TargetSystemDto['state'];

export const STATES: Readonly<Record<State, { readonly label: string; readonly tone: Tone }>> = {
  paused: { label: t`Paused`, tone: 'warning' },
  silent: { label: t`Silent`, tone: 'error' },
  replayed: { label: t`Replayed, nothing taken yet`, tone: 'warning' },
  failing: { label: t`Failing`, tone: 'error' },
  partly: { label: t`Some deliveries failed`, tone: 'warning' },
  unused: { label: t`Not used yet`, tone: 'neutral' },
  working: { label: t`Working`, tone: 'success' },
};

const REFRESH_MS = 15_000;

/** All target systems; each page about connectors begins with them. */
export function useSystems() {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['connectors', 'systems'],
    queryFn: async () => (await api.get<TargetSystemDto[]>('connectors/systems')).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
    retry: false,
  });
}

/** The filter of a target system, in the queue. */
export function useSystemOptions(): readonly Option[] {
  const { data = [] } = useSystems();
  return data.map(({ name }) => ({ value: name, label: systemWords(name) }));
}

export function useErrors(targetSystem: string | undefined) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['connectors', 'errors', targetSystem],
    queryFn: async () => (await api.get<ErrorGroupDto[]>('connectors/errors', { targetSystem })).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
    retry: false,
  });
}

export function useLeases(targetSystem: string) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['connectors', 'leases', targetSystem],
    queryFn: async () => (await api.get<LeaseRowDto[]>('connectors/leases', { targetSystem })).data,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
    retry: false,
  });
}
