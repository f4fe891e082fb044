import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';

import type { ProgressTimelineDto, TimelineStudentDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { lastNameFirst } from '../ui/list/columns';
import { PageLink } from '../ui/page-link';
import { StatusChip } from '../ui/status-chip';
import { VISUALLY_HIDDEN } from '../ui/visually-hidden';
import { CohortMarks, markColours, milestoneText } from './cohort-marks';
import { stateOf } from './milestone-state';
import { TimelineAxis } from './timeline-axis';
import { type Scale, scaleOf } from './timeline-scale';

/** A narrow screen has room for the names and the marks alone. */
const FROM_MD = { display: { xs: 'none', md: 'table-cell' }, displayPrint: 'table-cell' } as const;

interface RowProps {
  readonly student: TimelineStudentDto;
  readonly scale: Scale;
  readonly today: string;
}

/** The late milestones in words, the one that was due first before the others; the marks have no room for names. */
const Late = ({ student: { milestones }, today }: Omit<RowProps, 'scale'>) => {
  const late = milestones
    .filter((milestone) => stateOf(milestone, today) === 'late')
    .sort((one, other) => ((one.dueOn ?? '') < (other.dueOn ?? '') ? -1 : 1));
  const [first] = late;
  const more = late.length - 1;
  if (first === undefined) return null;
  return (
    <Typography variant="caption" component="span" color="error" sx={{ display: 'block' }}>
      {milestoneText(first, today)}
      {more > 0 && (
        <>
          {' '}
          <Trans>(and {more} more)</Trans>
        </>
      )}
    </Typography>
  );
};

const Row = ({ student, scale, today }: RowProps) => (
  <TableRow hover sx={{ breakInside: 'avoid' }}>
    <TableCell component="th" scope="row" sx={{ minWidth: { xs: 120, md: 150, lg: 190 } }}>
      <PageLink to={showAddress('progress', student.studentId)} sx={{ fontWeight: 600 }}>
        {lastNameFirst(student)}
      </PageLink>
      <Late student={student} today={today} />
    </TableCell>
    <TableCell sx={FROM_MD}>
      <StatusChip value={student.pacingStatus} />
    </TableCell>
    <TableCell align="right" sx={FROM_MD}>
      {student.daysBehind}
    </TableCell>
    <TableCell sx={{ width: '100%', minWidth: { xs: 260, lg: 360 }, position: 'relative', py: 2 }}>
      <CohortMarks milestones={student.milestones} scale={scale} today={today} />
      <Box component="ul" sx={VISUALLY_HIDDEN}>
        {student.milestones.map((milestone) => (
          <li key={milestone.code}>{milestoneText(milestone, today)}</li>
        ))}
      </Box>
    </TableCell>
  </TableRow>
);

/** A row for each student, with the milestones on one scale. */
export const CohortTable = ({
  timeline: { students, today },
}: {
  readonly timeline: ProgressTimelineDto;
}) => {
  const days = students.flatMap(({ milestones }) =>
    milestones.flatMap(({ dueOn, completedOn }) => [dueOn, completedOn]),
  );
  const scale = scaleOf([...days.filter((day) => day !== null), today]);
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={t`Timeline of students`}
      sx={{ '@media print': { overflow: 'visible' } }}
    >
      <Table
        size="small"
        sx={(theme) => ({
          ...markColours(theme),
          // Words are not broken.
          '& td, & th': { overflowWrap: 'break-word' },
          '@media print': { '& td, & th': { fontSize: '0.75rem', minWidth: 0 } },
        })}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t`Student`}</TableCell>
            <TableCell sx={FROM_MD}>{t`Pacing`}</TableCell>
            <TableCell align="right" sx={FROM_MD}>{t`Days behind`}</TableCell>
            <TableCell sx={{ position: 'relative' }}>
              <Box component="span" sx={VISUALLY_HIDDEN}>{t`Milestones`}</Box>
              <TimelineAxis scale={scale} />
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {students.map((student) => (
            <Row key={student.studentId} student={student} scale={scale} today={today} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
