import Box from '@mui/material/Box';

import type { MilestoneDto } from '../api/openapi';
import type { Scale } from './timeline-scale';

interface MarksProps {
  readonly milestone: MilestoneDto;
  readonly scale: Scale;
  readonly today: string;
  readonly late: boolean;
}

const MARK = { position: 'absolute', top: '50%', width: 12, height: 12, ml: '-6px', mt: '-6px' } as const;

/** The time between the due day and the completion; up to today when the milestone is late and still open. */
function Delay({ milestone: { dueOn, completedOn }, scale, today, late }: MarksProps) {
  const until = completedOn ?? (late ? today : null);
  if (dueOn === null || until === null) return null;
  const isLate = until > dueOn;
  const left = scale.at(isLate ? dueOn : until);
  const right = scale.at(isLate ? until : dueOn);
  return (
    <Box
      sx={{
        position: 'absolute',
        top: '50%',
        mt: '-2px',
        height: 4,
        borderRadius: 1,
        left: `${left}%`,
        width: `${right - left}%`,
        bgcolor: isLate ? 'error.main' : 'success.main',
        opacity: isLate ? 1 : 0.5,
      }}
    />
  );
}

/** Hidden from screen readers: the row says the same in words. */
export function MilestoneMarks(props: MarksProps) {
  const { milestone, scale, today, late } = props;
  const { dueOn, completedOn } = milestone;
  return (
    <Box aria-hidden sx={{ position: 'relative', minHeight: 24, alignSelf: 'stretch' }}>
      <Box
        sx={{ position: 'absolute', top: '50%', left: 0, right: 0, borderTop: 1, borderColor: 'divider' }}
      />
      <Box
        sx={{
          position: 'absolute',
          top: -1,
          bottom: 0,
          left: `${scale.at(today)}%`,
          ml: '-1px',
          borderLeft: 2,
          borderColor: 'primary.main',
        }}
      />
      <Delay {...props} />
      {dueOn !== null && (
        <Box
          sx={{
            ...MARK,
            left: `${scale.at(dueOn)}%`,
            transform: 'rotate(45deg) scale(.8)',
            border: 2,
            borderColor: late ? 'error.main' : 'text.secondary',
            bgcolor: 'background.paper',
          }}
        />
      )}
      {completedOn !== null && (
        <Box
          sx={{ ...MARK, left: `${scale.at(completedOn)}%`, borderRadius: '50%', bgcolor: 'success.main' }}
        />
      )}
    </Box>
  );
}
