import { plural, t } from '@lingui/core/macro';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ListBase, type RaRecord } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { ProgressTimelineDto } from '../api/openapi';
import { EmptyState } from '../ui/empty-state';
import { FilterBar } from '../ui/list/filter-bar';
import { useSentFilters } from '../ui/list/filters/sent-filters';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { CohortLegend } from './cohort-marks';
import { CohortTable } from './cohort-table';
import { FILTERS } from './filters';
import { EMPTY, INTRO } from './texts';
import { Views } from './views';

function countText({ students, total }: ProgressTimelineDto): string {
  const shown = students.length;
  return shown < total
    ? t`The ${shown} of ${total} students who are behind most. Set filters to see the others.`
    : plural(total, { one: '# student', other: '# students, those who are behind most first' });
}

const Cohort = () => {
  const api = useAdminApi();
  const filters = useSentFilters();
  const answer = useQuery({
    queryKey: ['progress-timeline', filters],
    queryFn: async () => (await api.get<ProgressTimelineDto>('progress-timeline', filters)).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Paper variant="outlined" aria-busy={answer.isFetching} sx={{ overflow: 'hidden', minWidth: 0 }}>
      <Loaded answer={answer} loading={<Skeleton variant="rounded" height={400} />}>
        {(timeline) =>
          timeline.total === 0 ? (
            <EmptyState
              {...(isFiltered
                ? { title: t`Nothing matches the filters`, hint: t`Change a filter or clear them all.` }
                : EMPTY)}
            />
          ) : (
            <>
              <Typography variant="body2" role="status" color="textSecondary" sx={{ px: 2, pt: 1.5 }}>
                {countText(timeline)}
              </Typography>
              <CohortLegend />
              <CohortTable timeline={timeline} />
            </>
          )
        }
      </Loaded>
    </Paper>
  );
};

/**
 * The students of the list of progress with their milestones on one scale. The filters, in the address as well, are
 * those of the list, whose rows are not asked for here.
 */
const Timeline = () => (
  <ListBase<RaRecord>
    resource="progress"
    sort={{ field: 'daysBehind', order: 'DESC' }}
    perPage={25}
    exporter={false}
    queryOptions={{ enabled: false }}
  >
    <Page title={t`Progress`} intro={INTRO}>
      <FilterBar filters={FILTERS} />
      <Views />
      <Cohort />
    </Page>
  </ListBase>
);
export default Timeline;
