import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';

import type { PersonCountsDto, SeatDto } from '../../api/openapi';
import { ListSection } from '../../ui/list/list-page';
import type { Column, ListSectionConfig } from '../../ui/list/types';
import { StatusChip } from '../../ui/status-chip';
import { Day } from '../../ui/when';
import { grouped, words } from '../../ui/words';
import { tabAddress } from './tabs';

/** Whether a departure leaves the student without a chair; the API lists these first. */
export function losesChair({ isAffected, leavesRoleOpen, role }: SeatDto): boolean {
  return isAffected && leavesRoleOpen && role === 'chair';
}

/** What the departure of the person does to one committee. */
export function effectOf({ isAffected, leavesRoleOpen, role }: SeatDto): string {
  if (!isAffected) return t`Nothing changes`;
  return leavesRoleOpen ? t`No ${words(role).toLowerCase()} is left` : t`One member less`;
}

export const SEAT_COLUMNS: readonly Column<SeatDto>[] = [
  {
    name: 'studentName',
    label: t`Student`,
    onCard: 'title',
    csv: ({ studentName, studentId }) => studentName ?? studentId,
  },
  { name: 'studentId', label: t`Student ID`, exportOnly: true },
  { name: 'studentEmail', label: t`Student e-mail`, exportOnly: true },
  { name: 'role', label: t`Role`, format: 'words' },
  {
    name: 'pacing',
    label: t`Pacing`,
    onCard: 'aside',
    csv: ({ pacing }) => pacing?.status,
    render: ({ pacing }) => <StatusChip value={pacing?.status} />,
  },
  {
    name: 'nextMilestone',
    label: t`Next milestone`,
    from: 'lg',
    csv: ({ pacing }) => pacing?.nextMilestone?.code,
    render: ({ pacing }) => (pacing?.nextMilestone ? words(pacing.nextMilestone.code) : '–'),
  },
  {
    name: 'nextDue',
    label: t`Due`,
    csv: ({ pacing }) => pacing?.nextMilestone?.dueOn,
    render: ({ pacing }) => <Day value={pacing?.nextMilestone?.dueOn} />,
  },
  { name: 'effect', label: t`On departure`, csv: effectOf },
  { name: 'status', label: t`Seat`, format: 'words', from: 'xl' },
  {
    name: 'committeeStatus',
    label: t`Committee`,
    from: 'xl',
    format: 'words',
    onCard: 'hidden',
  },
  { name: 'schoolProgram', label: t`Program`, from: 'xl' },
  {
    name: 'dissertation',
    label: t`Dissertation`,
    exportOnly: true,
    csv: ({ dissertation }) => dissertation?.title,
  },
];

const SEATS: ListSectionConfig<SeatDto> = {
  resource: 'seats',
  title: t`Seats in committees`,
  intro: t`Those first whose student a departure would leave without a chair, then others that it would leave open, with how each student stands.`,
  sort: { field: 'studentName', order: 'ASC' },
  linkTo: ({ studentId }) => tabAddress(studentId, 'progress'),
  empty: { title: t`No seats in committees` },
  columns: SEAT_COLUMNS,
};

/** "38 of 10 committees, chair of 12": how many committees the person is in, and how many they take. */
export function capacityText({ students, chairs, capacity }: PersonCountsDto): string {
  const of =
    capacity === null
      ? plural(students, { one: '# committee', other: '# committees' })
      : t`${grouped(students)} of ${capacity} committees`;
  return chairs === 0 ? of : t`${of}, chair of ${grouped(chairs)}`;
}

function departureText({ students, chairs }: PersonCountsDto): string {
  if (students === 0) return t`A departure would take a member from no active student.`;
  if (chairs === 0)
    return plural(students, {
      one: 'A departure would take a member from # active student.',
      other: 'A departure would take a member from # active students.',
    });
  return plural(students, {
    one: `A departure would take a member from # active student, and the chair from ${grouped(chairs)} of them.`,
    other: `A departure would take a member from # active students, and the chair from ${grouped(chairs)} of them.`,
  });
}

interface SeatsProps {
  readonly userId: string;
  readonly counts: PersonCountsDto;
}

/** The committees that a person is in: what their departure would mean. */
export const Seats = ({ userId, counts }: SeatsProps) => {
  const { students, capacity } = counts;
  const [onlyAffected, setOnlyAffected] = useState(students > 0);
  const isOver = capacity !== null && students > capacity;
  return (
    <>
      <Alert severity={isOver ? 'warning' : 'info'} role="note" aria-label={t`Committees`} sx={{ mb: 2 }}>
        {capacityText(counts)}. {departureText(counts)}
      </Alert>
      <Box sx={{ mb: 2 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={onlyAffected}
          aria-label={t`Which seats`}
          sx={{ '& .MuiToggleButton-root:not(.Mui-selected)': { color: 'text.secondary' } }}
          onChange={(_event, value: boolean | null) => {
            if (value !== null) setOnlyAffected(value);
          }}
        >
          <ToggleButton value>
            <Trans>Affected students</Trans>
          </ToggleButton>
          <ToggleButton value={false}>
            <Trans>All seats</Trans>
          </ToggleButton>
        </ToggleButtonGroup>
      </Box>
      <ListSection
        key={String(onlyAffected)}
        list={SEATS}
        filter={{ parentId: userId, ...(onlyAffected ? { affected: 'true' } : {}) }}
        isSecondList
      />
    </>
  );
};
