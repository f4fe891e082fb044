import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useListContext } from 'react-admin';

import type { QueueMetaDto } from '../api/openapi';
import { type FilterValues, useFilterValues } from '../ui/list/filter-values';
import { useSentFilters } from '../ui/list/filters/sent-filters';
import type { BatchProps } from '../ui/list/types';
import { systemWords } from '../ui/system-words';
import { grouped } from '../ui/words';
import { ReplayMatching } from './replay-matching';
import { SYNC_STATUSES } from './sync-statuses';

interface Tab {
  readonly label: string;
  readonly status?: keyof QueueMetaDto['totals'];
  readonly failure?: 'decision' | 'delivery';
}

/** What waits for a person comes first. */
const TABS: readonly Tab[] = [
  { label: t`All` },
  { label: t`Waits for a decision`, failure: 'decision' },
  { label: t`Delivery failed`, failure: 'delivery' },
  { label: SYNC_STATUSES.queued, status: 'queued' },
  { label: SYNC_STATUSES.processing, status: 'processing' },
  { label: SYNC_STATUSES.sent, status: 'sent' },
  { label: SYNC_STATUSES.not_queued, status: 'not_queued' },
];

function countOf({ status, failure }: Tab, { totals, awaitDecision }: QueueMetaDto): number {
  if (failure === 'decision') return awaitDecision;
  if (failure === 'delivery') return Math.max(0, totals.failed - awaitDecision);
  if (status !== undefined) return totals[status];
  return Object.values(totals).reduce((one, other) => one + other, 0);
}

/** What a replay of the filtered items is about; undefined where the filter names no failed items. */
function whatOf(values: FilterValues): string | undefined {
  const { failure, status, errorGroup, targetSystem } = values;
  if (values['q'] !== undefined) return undefined;
  if (failure === undefined && errorGroup === undefined && status !== 'failed') return undefined;
  const what = whatOfFailure(errorGroup, failure);
  const of = targetSystem === undefined ? what : t`${what} of ${systemWords(targetSystem)}`;
  return (values['from'] ?? values['to']) ? t`${of} in this time` : of;
}

function whatOfFailure(errorGroup: string | undefined, failure: string | undefined): string {
  if (errorGroup !== undefined) return t`all items with this error`;
  if (failure === 'decision') return t`all items that wait for a decision`;
  return failure === 'delivery' ? t`all failed deliveries` : t`all failed items`;
}

/** A date of a filter as the moment that the API takes. */
function moment(day: string | undefined): string | undefined {
  const at = Date.parse(day ?? '');
  // Of what is none, such as a term without settings, the API says so.
  return Number.isNaN(at) ? day : new Date(at).toISOString();
}

/** One button for each state with its total, and a replay of what is filtered. */
export const StatusTabs = ({ onDone }: BatchProps) => {
  const list = useListContext();
  const values = useFilterValues();
  const { status, failure, ...otherFilters } = values;
  // The totals are those of the whole queue; with other filters a state has fewer rows.
  const isNarrowed = Object.values(otherFilters).some(Boolean);
  const meta = isNarrowed ? undefined : (list.meta as QueueMetaDto | undefined);
  const what = whatOf(values);
  const sent = useSentFilters();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2, alignItems: 'center' }}>
      <Box
        role="group"
        aria-label={t`Status`}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flex: '1 1 20rem' }}
      >
        {TABS.map((tab) => {
          const isChosen = tab.status === status && tab.failure === failure;
          return (
            <Chip
              key={tab.label}
              component="button"
              clickable
              aria-pressed={isChosen}
              color={isChosen ? 'primary' : 'default'}
              variant={isChosen ? 'filled' : 'outlined'}
              label={meta === undefined ? tab.label : `${tab.label} ${grouped(countOf(tab, meta))}`}
              onClick={() => {
                // Only a failed delivery has an error.
                const { errorGroup, ...others } = otherFilters;
                const kept = tab.failure === 'delivery' && errorGroup !== undefined ? { errorGroup } : {};
                const chosen = Object.fromEntries(
                  Object.entries({ status: tab.status, failure: tab.failure }).filter(([, value]) => value),
                );
                list.setFilters({ ...others, ...kept, ...chosen });
              }}
            />
          );
        })}
      </Box>
      {what !== undefined && (list.total ?? 0) > 0 && (
        <ReplayMatching
          what={what}
          filter={{
            ...(values['targetSystem'] === undefined ? {} : { targetSystem: values['targetSystem'] }),
            ...(failure === 'decision' || failure === 'delivery' ? { failure } : {}),
            ...(values['errorGroup'] === undefined ? {} : { errorGroup: values['errorGroup'] }),
            ...(values['from'] === undefined ? {} : { from: moment(sent['from']) }),
            ...(values['to'] === undefined ? {} : { to: moment(sent['to']) }),
          }}
          onDone={onDone}
        />
      )}
    </Box>
  );
};
