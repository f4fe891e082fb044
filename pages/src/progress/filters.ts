import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { ProgramDto, TemplateDto } from '../api/openapi';
import type { Filter, Row } from '../ui/list/types';
import { type Option, optionsOf } from '../ui/options';
import { ChairPicker, useChairName } from './chair-picker';
import { EntryFilter } from './entry-filter';
import { PACING_STATUSES } from './pacing-statuses';

function usePrograms(): readonly Option[] {
  const { data: programs = [] } = useGetList<Row<ProgramDto>>('programs', {
    pagination: { page: 1, perPage: 100 },
  });
  return programs.map(({ programId, name }) => ({ value: programId, label: name || programId }));
}

/** The milestones of all templates, in their order. */
function useMilestones(): readonly Option[] {
  const api = useAdminApi();
  const { data: templates = [] } = useQuery({
    queryKey: ['templates', 'all'],
    queryFn: async () => (await api.get<TemplateDto[]>('templates', { perPage: 100 })).data,
    retry: false,
  });
  const all = templates
    .flatMap(({ milestones }) => milestones)
    .filter(({ required }) => required)
    .sort((one, other) => one.sequence - other.sequence);
  return [...new Map(all.map(({ code, name }) => [code, { value: code, label: name }])).values()];
}

/** The filters of students, in every view of them. */
export const FILTERS: readonly Filter[] = [
  { source: 'q', label: t`Search`, type: 'search', placeholder: t`Name, number or e-mail`, width: 240 },
  { source: 'pacing', label: t`Pacing`, options: optionsOf(PACING_STATUSES), width: 150 },
  { source: 'milestone', label: t`Next milestone`, useOptions: useMilestones, width: 220 },
  { source: 'dueFrom', until: 'dueTo', label: t`Due`, type: 'day', isAhead: true },
  {
    source: 'chair',
    label: t`Advisor`,
    Field: ChairPicker,
    useText: useChairName,
    placeholder: t`Chair of the committee`,
    width: 260,
  },
  { source: 'programId', label: t`Program`, useOptions: usePrograms, width: 240 },
  { source: 'entry', label: t`Entry`, Field: EntryFilter, placeholder: '2024-09', width: 150 },
];
