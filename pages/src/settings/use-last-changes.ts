import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { SettingChangeDto } from '../api/openapi';
import { useMay } from '../api/roles';

export const CHANGES_KEY = ['settings-changes'];

/** The last change of each setting, by its path; empty for users who may not see the audit log. */
export function useLastChanges(): ReadonlyMap<string, SettingChangeDto> {
  const api = useAdminApi();
  const mayAudit = useMay('audit');
  const { data } = useQuery({
    queryKey: CHANGES_KEY,
    queryFn: async () => (await api.get<SettingChangeDto[]>('settings/changes')).data,
    enabled: mayAudit,
    retry: false,
  });
  return new Map((data ?? []).map((change) => [change.setting, change]));
}
