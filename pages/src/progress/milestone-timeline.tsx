import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';

import type { MilestoneDto } from '../api/openapi';
import { words } from '../ui/words';
import { Day } from '../ui/when';
import { MilestoneMarks } from './milestone-marks';
import { stateOf } from './milestone-state';
import { TimelineAxis } from './timeline-axis';
import { type Scale, scaleOf } from './timeline-scale';

const COLUMNS = { xs: '1fr', md: 'minmax(11rem, 15rem) minmax(0, 1fr)' } as const;

function Axis({ scale }: { scale: Scale }) {
  return (
    <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: COLUMNS, columnGap: 2 }}>
      <Box sx={{ display: { xs: 'none', md: 'block' } }} />
      <TimelineAxis scale={scale} />
    </Box>
  );
}

/** What the marks show, in words. */
const Description = ({ milestone, late }: { readonly milestone: MilestoneDto; readonly late: boolean }) => {
  const { status, result, dueOn, completedOn } = milestone;
  const parts: ReactNode[] = [
    result === null ? words(status) : `${words(status)}: ${words(result).toLowerCase()}`,
  ];
  if (dueOn === null) parts.push(t`no due date`);
  else
    parts.push(
      late ? (
        <Trans>
          was due <Day value={dueOn} />
        </Trans>
      ) : (
        <Trans>
          due <Day value={dueOn} />
        </Trans>
      ),
    );
  if (completedOn !== null)
    parts.push(
      <Fragment>
        <Trans>
          completed <Day value={completedOn} />
        </Trans>
      </Fragment>,
    );
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ));
};

function Row({ milestone, scale, today }: { milestone: MilestoneDto; scale: Scale | null; today: string }) {
  const late = stateOf(milestone, today) === 'late';
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: COLUMNS,
        columnGap: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ py: 0.75, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {milestone.name}
          {!milestone.required && (
            <Typography component="span" variant="caption" color="textSecondary">
              {' '}
              <Trans>optional</Trans>
            </Typography>
          )}
        </Typography>
        <Typography variant="caption" component="p" color={late ? 'error' : 'textSecondary'}>
          <Description milestone={milestone} late={late} />
        </Typography>
      </Box>
      {scale !== null && <MilestoneMarks milestone={milestone} scale={scale} today={today} late={late} />}
    </Box>
  );
}

/** The milestones in their order, each with its due and completion day on a common scale, and a line for today. */
export function MilestoneTimeline({
  milestones,
  today,
}: {
  milestones: readonly MilestoneDto[];
  today: string;
}) {
  if (milestones.length === 0)
    return (
      <Typography color="textSecondary">
        <Trans>No milestones yet.</Trans>
      </Typography>
    );
  const dates = milestones.flatMap(({ dueOn, completedOn }) => [dueOn, completedOn]);
  const known = dates.filter((date) => date !== null);
  const scale = known.length === 0 ? null : scaleOf([...known, today]);
  const rows = [...milestones].sort((one, other) => one.sequence - other.sequence);
  return (
    <>
      <Legend />
      {scale !== null && <Axis scale={scale} />}
      <Box component="ol" aria-label={t`Milestones`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((milestone) => (
          <Row key={milestone.code} milestone={milestone} scale={scale} today={today} />
        ))}
      </Box>
    </>
  );
}

function Legend() {
  const mark = { width: 12, height: 12, flexShrink: 0 } as const;
  const marks = [
    [
      t`due`,
      <Box
        key="due"
        sx={{ ...mark, border: 2, borderColor: 'text.secondary', transform: 'rotate(45deg) scale(.8)' }}
      />,
    ],
    [t`completed`, <Box key="done" sx={{ ...mark, borderRadius: '50%', bgcolor: 'success.main' }} />],
    [t`past due`, <Box key="late" sx={{ ...mark, height: 4, bgcolor: 'error.main' }} />],
    [t`today`, <Box key="today" sx={{ height: 16, borderLeft: 2, borderColor: 'primary.main' }} />],
  ] as const;
  return (
    <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 1 }}>
      {marks.map(([label, sample]) => (
        <Box key={label} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          {sample}
          <Typography variant="caption" color="textSecondary">
            {label}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
