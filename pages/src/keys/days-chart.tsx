import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { KeyDayDto } from '../api/openapi';
import { Day } from '../ui/when';
import { grouped } from '../ui/words';

const HEIGHT = 96;

const COUNTS = [
  { name: 'calls', label: t`Calls` },
  { name: 'errors', label: t`Errors` },
  { name: 'wrongSecrets', label: t`Wrong secrets` },
] as const;

const sumOf = (days: readonly KeyDayDto[], name: (typeof COUNTS)[number]['name']) =>
  days.reduce((sum, day) => sum + day[name], 0);

/** Calls by day as bars, their errors in another colour, and a table with the numbers. */
export const DaysChart = ({ days }: { readonly days: readonly KeyDayDto[] }) => {
  const most = Math.max(1, ...days.map(({ calls, wrongSecrets }) => calls + wrongSecrets));
  const sums = COUNTS.map(({ name, label }) => `${label} ${grouped(sumOf(days, name))}`).join(', ');
  return (
    <>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {sums}
      </Typography>
      <Box
        role="img"
        aria-label={t`Bar chart of ${days.length} days: ${sums}. The table has the numbers of each day.`}
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: '2px',
          height: HEIGHT,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {days.map((day) => (
          <DayBar key={day.day} day={day} most={most} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', typography: 'caption', mb: 1 }}>
        <Day value={days[0]?.day} />
        <Day value={days.at(-1)?.day} />
      </Box>
      <DaysTable days={days} />
    </>
  );
};

const DayBar = ({ day, most }: { readonly day: KeyDayDto; readonly most: number }) => {
  const { calls, errors, wrongSecrets } = day;
  const parts = [
    { colour: 'warning.main', count: wrongSecrets },
    { colour: 'error.main', count: errors },
    { colour: 'primary.main', count: calls - errors },
  ];
  return (
    <Box
      title={t`${day.day}: ${calls} calls, ${errors} errors, ${wrongSecrets} wrong secrets`}
      sx={{ flex: 1, height: '100%', display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' }}
    >
      {parts.map(({ colour, count }) =>
        count === 0 ? null : (
          <Box key={colour} sx={{ bgcolor: colour, height: `${(count / most) * 100}%`, minHeight: 2 }} />
        ),
      )}
    </Box>
  );
};

const DaysTable = ({ days }: { readonly days: readonly KeyDayDto[] }) => {
  const busy = days.filter(({ calls, wrongSecrets }) => calls + wrongSecrets > 0).reverse();
  if (busy.length === 0) return null;
  return (
    <details>
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        <Trans>Numbers of each day</Trans>
      </Box>
      <Box
        component="table"
        sx={{
          mt: 1,
          '& td, & th': { pr: 3, textAlign: 'right' },
          '& th:first-of-type': { textAlign: 'left' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            {COUNTS.map(({ name, label }) => (
              <th scope="col" key={name}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map((day) => (
            <tr key={day.day}>
              <th scope="row">
                <Day value={day.day} />
              </th>
              {COUNTS.map(({ name }) => (
                <td key={name}>{grouped(day[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </details>
  );
};
