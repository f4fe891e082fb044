import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { GroupsPreviewDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { fieldsInWords } from './group-values';
import type { Resolution } from './resolutions';

type Numbers = Pick<
  GroupsPreviewDto,
  'discrepancies' | 'submissions' | 'records' | 'free' | 'waiting' | 'waitingFor' | 'refused'
>;

export function submissionsInWords(submissions: number): string {
  return plural(submissions, { one: '# submission', other: '# submissions' });
}

export function differencesInWords(discrepancies: number, submissions: number): string {
  const differences = plural(discrepancies, { one: '# difference', other: '# differences' });
  const ofThese = submissionsInWords(submissions);
  return t`${differences} of ${ofThese}`;
}

function waitingInWords({ waiting, waitingFor }: Numbers): string {
  const [only, ...others] = waitingFor;
  // With one field, its number is that of the submissions.
  const fields =
    only !== undefined && others.length === 0 ? fieldInWords(only.field) : fieldsInWords(waitingFor);
  return plural(waiting, {
    one: `# submission still waits for ${fields}.`,
    other: `# submissions still wait for ${fields}.`,
  });
}

/** What follows from the decision, in sentences. */
export function consequencesInWords(numbers: Numbers, resolution: Resolution): string[] {
  const { records, free, waiting, refused } = numbers;
  const changes = plural(records, { one: '# record changes.', other: '# records change.' });
  return [
    resolution === 'accept_submitted' ? changes : t`No record changes.`,
    ...(free > 0
      ? [
          plural(free, {
            one: '# submission waits no longer, and is queued if it is approved.',
            other: '# submissions wait no longer, and are queued if they are approved.',
          }),
        ]
      : []),
    ...(waiting > 0 ? [waitingInWords(numbers)] : []),
    ...(refused > 0
      ? [
          plural(refused, {
            one: '# submission stays as it is: the record refuses a value.',
            other: '# submissions stay as they are: the record refuses a value.',
          }),
        ]
      : []),
  ];
}

interface ConsequencesProps {
  /** Undefined while they are worked out. */
  readonly numbers: Numbers | undefined;
  readonly resolution: Resolution | undefined;
}

/** What follows from the decision, which a screen reader says when it changes. */
export const GroupConsequences = ({ numbers, resolution }: ConsequencesProps) => (
  <Box role="status" aria-label={t`What follows`} sx={{ mb: 2, minHeight: '3em' }}>
    {resolution === undefined && (
      <Typography color="textSecondary">{t`What follows is shown here before anything is decided.`}</Typography>
    )}
    {resolution !== undefined && numbers !== undefined && (
      <>
        <Typography sx={{ fontWeight: 600 }}>
          {differencesInWords(numbers.discrepancies, numbers.submissions)}
        </Typography>
        {consequencesInWords(numbers, resolution).map((sentence) => (
          <Typography key={sentence}>{sentence}</Typography>
        ))}
      </>
    )}
  </Box>
);
