import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import ReplayIcon from '@mui/icons-material/Replay';
import Button, { type ButtonProps } from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { BulkReplayedDto, ReplayMatchingDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import type { BatchOutcome } from '../ui/batch-results';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Loaded } from '../ui/loaded';
import { grouped } from '../ui/words';

/** One call queues so many at most. */
const MOST_REPLAYED = 10_000;

/** What a replay would queue, and what it would leave out and why. */
const Preview = ({ found }: { readonly found: BulkReplayedDto }) => {
  const { matched, queued, undecided } = found;
  const rest = Math.max(0, matched - queued - undecided);
  return (
    <>
      <Typography sx={{ mb: 1 }}>
        <Trans>
          <Plural value={matched} one="# item matches." other="# items match." />{' '}
          <strong>
            <Plural value={queued} one="# item is queued again" other="# items are queued again" />
          </strong>
          , from the longest unchanged on, and their errors are cleared.
        </Trans>
      </Typography>
      {undecided > 0 && (
        <Typography sx={{ mb: 1 }}>
          <Trans>
            <Plural value={undecided} one="# item is left out:" other="# items are left out:" /> the
            submission differs from the record, and no administrator has decided which value holds.
          </Trans>
        </Typography>
      )}
      {rest > 0 && (
        <Typography sx={{ mb: 1 }}>
          <Trans>
            <Plural
              value={rest}
              one="# item is left for another replay:"
              other="# items are left for another replay:"
            />{' '}
            one queues {grouped(MOST_REPLAYED)} at most.
          </Trans>
        </Typography>
      )}
    </>
  );
};

interface DialogProps {
  readonly filter: ReplayMatchingDto;
  /** What is replayed: `all failed deliveries of SIS`. */
  readonly what: string;
  readonly onDone: (outcome: BatchOutcome) => void;
  readonly onClose: () => void;
}

const ReplayDialog = ({ filter, what, onDone, onClose }: DialogProps) => {
  const [includeUndecided, setIncludeUndecided] = useState(false);
  const api = useAdminApi();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const preview = useQuery({
    queryKey: ['queue', 'replay-matching', filter, includeUndecided],
    queryFn: async () => {
      const body: ReplayMatchingDto = { ...filter, includeUndecided, dryRun: true };
      return (await api.post<BulkReplayedDto>('queue/replay-matching', body)).data;
    },
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  const replay = async () => {
    const body: ReplayMatchingDto = { ...filter, includeUndecided };
    const { queued, undecided } = (await api.post<BulkReplayedDto>('queue/replay-matching', body)).data;
    const left = undecided > 0 ? [t`${grouped(undecided)} left out: not decided yet`] : [];
    onDone({ done: [t`${grouped(queued)} queued`, ...left].join(', '), doneCount: queued, failures: [] });
    await queries.invalidateQueries({ queryKey: ['connectors'] });
    refresh();
  };
  const offers = includeUndecided || (preview.data?.undecided ?? 0) > 0;
  return (
    <ConfirmDialog open title={t`Replay ${what}?`} confirm={t`Replay`} onConfirm={replay} onClose={onClose}>
      <Loaded answer={preview} loading={<Skeleton variant="rounded" height={64} />}>
        {(found) => <Preview found={found} />}
      </Loaded>
      {offers && (
        <FormControlLabel
          label={t`Also those without a decision`}
          control={
            <Checkbox
              checked={includeUndecided}
              onChange={(_event, checked) => {
                setIncludeUndecided(checked);
              }}
            />
          }
        />
      )}
    </ConfirmDialog>
  );
};

interface ReplayMatchingProps extends Pick<DialogProps, 'filter' | 'what' | 'onDone'> {
  readonly label?: string;
  /** Where several buttons have the same label. */
  readonly name?: string;
  readonly size?: 'small';
  readonly variant?: ButtonProps['variant'];
}

/** Queues all items of a filter again, after a look at what would be left out. */
export const ReplayMatching = ({
  label = t`Replay all that match`,
  name,
  size,
  variant = 'contained',
  ...dialog
}: ReplayMatchingProps) => {
  const [open, setOpen] = useState(false);
  return (
    <IfMay act="operate">
      <Button
        variant={variant}
        size={size}
        startIcon={<ReplayIcon />}
        aria-label={name}
        onClick={() => {
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {open && (
        <ReplayDialog
          {...dialog}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </IfMay>
  );
};
