import { t } from '@lingui/core/macro';
import type { Theme } from '@mui/material/styles';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';

import type { TimelineMilestoneDto } from '../api/openapi';
import { dayText } from '../ui/when';
import { type MilestoneState, stateOf } from './milestone-state';
import type { Scale } from './timeline-scale';

/** A shape of its own for each state, around a point; the colour only repeats it. */
const SHAPES: Readonly<Record<MilestoneState, ReactElement>> = {
  done: <circle className="done" r={5} />,
  waived: <circle className="waived" r={4.5} />,
  open: <polygon className="open" points="0,-6 6,0 0,6 -6,0" />,
  late: <polygon className="late" points="0,-6 6,5 -6,5" />,
};

/** In this order they are drawn: what is late lies on top. */
const STATES: readonly MilestoneState[] = ['done', 'waived', 'open', 'late'];

/** The colours of the marks, set once for all of them. Shapes of SVG are printed, backgrounds are not. */
export const markColours = ({ palette }: Theme) => ({
  '& .done': { fill: palette.success.main },
  '& .late': { fill: palette.error.main },
  '& .delay': { stroke: palette.error.main, strokeWidth: 3 },
  '& .open': { fill: palette.background.paper, stroke: palette.text.secondary, strokeWidth: 2 },
  '& .waived': { fill: 'none', stroke: palette.text.secondary, strokeWidth: 1.5, strokeDasharray: '2 2' },
  '& .line': { stroke: palette.divider },
  '& .today': { stroke: palette.primary.main, strokeWidth: 2 },
});

interface Mark {
  readonly milestone: TimelineMilestoneDto;
  readonly state: MilestoneState;
  /** The day at which it stands; without one it is not drawn. */
  readonly day: string | null;
}

function markOf(milestone: TimelineMilestoneDto, today: string): Mark {
  const state = stateOf(milestone, today);
  const { dueOn, completedOn } = milestone;
  return { milestone, state, day: state === 'done' ? (completedOn ?? dueOn) : dueOn };
}

/** "IRB approval: was due 3 Feb 2031". */
export function milestoneText(milestone: TimelineMilestoneDto, today: string): string {
  const { name } = milestone;
  const { state, day } = markOf(milestone, today);
  if (state === 'waived') return t`${name}: waived`;
  if (day === null) return state === 'done' ? t`${name}: completed` : t`${name}: no due date`;
  const date = dayText(day);
  if (state === 'done') return t`${name}: completed ${date}`;
  return state === 'late' ? t`${name}: was due ${date}` : t`${name}: due ${date}`;
}

interface CohortMarksProps {
  readonly milestones: readonly TimelineMilestoneDto[];
  readonly scale: Scale;
  readonly today: string;
}

/** The milestones of one student. Hidden from screen readers, which are given them in words. */
export const CohortMarks = ({ milestones, scale, today }: CohortMarksProps) => {
  const marks = milestones
    .map((milestone) => markOf(milestone, today))
    .sort((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state));
  const now = `${scale.at(today)}%`;
  return (
    <Box
      component="svg"
      aria-hidden
      // So high that the line of today goes on from row to row; at the sides it leaves the padding of the cell.
      sx={{ position: 'absolute', top: 0, left: 16, width: 'calc(100% - 32px)', height: '100%' }}
    >
      <line className="line" x1="0" x2="100%" y1="50%" y2="50%" />
      <line className="today" x1={now} x2={now} y1="0" y2="100%" />
      {marks.map(({ milestone, state, day }) => {
        if (day === null) return null;
        const at = `${scale.at(day)}%`;
        return (
          <g key={milestone.code}>
            <title>{milestoneText(milestone, today)}</title>
            {state === 'late' && <line className="delay" x1={at} x2={now} y1="50%" y2="50%" />}
            <svg x={at} y="50%" overflow="visible">
              {SHAPES[state]}
            </svg>
          </g>
        );
      })}
    </Box>
  );
};

const LABELS: Readonly<Record<MilestoneState, string>> = {
  late: t`late, up to today`,
  open: t`due`,
  done: t`completed`,
  waived: t`waived`,
};

const Sample = ({ state }: { readonly state: MilestoneState }) => (
  <svg width={16} height={16} viewBox="-8 -8 16 16">
    {SHAPES[state]}
  </svg>
);

/** What the shapes mean. */
export const CohortLegend = () => (
  <Box
    aria-hidden
    sx={(theme) => ({
      ...markColours(theme),
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 2,
      rowGap: 0.5,
      px: 2,
      pt: 1,
    })}
  >
    {(['late', 'open', 'done', 'waived'] as const).map((state) => (
      <Box key={state} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Sample state={state} />
        <Typography variant="caption" color="textSecondary">
          {LABELS[state]}
        </Typography>
      </Box>
    ))}
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <svg width={4} height={16}>
        <line className="today" x1="2" x2="2" y1="0" y2="16" />
      </svg>
      <Typography variant="caption" color="textSecondary">
        {t`today`}
      </Typography>
    </Box>
  </Box>
);
