import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';

import type { AlsoGroupDto, DiscrepancyGroupDto, RecordedValueDto, WaitingFieldDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { Breakable } from '../ui/breakable';
import { grouped } from '../ui/words';
import { Compared } from './compared';

type Values = Pick<DiscrepancyGroupDto, 'submitted' | 'recorded' | 'recordedValues'>;

/** Values or fields, each with the number of submissions: `EdD (25), Law (3), 2 more`. */
function listed(shown: readonly string[], further: number): string {
  return [...shown, ...(further > 0 ? [t`${grouped(further)} more`] : [])].join(', ');
}

function inWords({ value, submissions }: RecordedValueDto): string {
  return `${value ?? t`not set`} (${grouped(submissions)})`;
}

export function recordedInWords({ recorded, recordedValues }: Omit<Values, 'submitted'>): string {
  const values = listed(recorded.map(inWords), recordedValues - recorded.length);
  return plural(recordedValues, { one: `# value: ${values}`, other: `# values: ${values}` });
}

export function fieldsInWords(fields: readonly WaitingFieldDto[]): string {
  return fields
    .map(({ field, submissions }) => `${fieldInWords(field)} (${grouped(submissions)})`)
    .join(', ');
}

/** So many submitted values of another field are named. */
const NAMED = 3;

export function valuesShown(groups: readonly AlsoGroupDto[]): string {
  const named = groups
    .slice(0, NAMED)
    .map(({ submitted, submissions }) => `${submitted} (${grouped(submissions)})`);
  return listed(named, groups.length - named.length);
}

/** One of the two sides of a group. Where all records have the same value, what differs is marked. */
export const GroupSide = ({
  group,
  side,
}: {
  readonly group: Values;
  readonly side: 'submitted' | 'recorded';
}) => {
  const [first, ...others] = group.recorded;
  if (first !== undefined && others.length === 0)
    return <Compared submitted={group.submitted} recorded={first.value} side={side} />;
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'break-word' }}>
      <Breakable name={side === 'submitted' ? group.submitted : recordedInWords(group)} />
    </Box>
  );
};
