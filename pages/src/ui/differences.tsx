import Box from '@mui/material/Box';

import { words } from './status-chip';

export interface Difference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What of two states is not the same, by the dotted name of each member. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((found) => JSON.stringify(found.before) !== JSON.stringify(found.after));
}

/** The differences as text, for the export. */
export function differencesText(differences: readonly Difference[]): string {
  return differences
    .map(({ field, before, after }) => `${field}: ${textOf(before)} → ${textOf(after)}`)
    .join('; ');
}

interface DifferencesProps {
  readonly differences: readonly Difference[];
  /** What to say when there are none. */
  readonly none?: string;
}

/** Each field with what it was and what it is. */
export const Differences = ({ differences, none = '–' }: DifferencesProps) => {
  if (differences.length === 0) return <span>{none}</span>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, minWidth: 0 }}>
      {differences.map(({ field, before, after }) => (
        <Box component="li" key={field} sx={{ py: 0.25 }}>
          <Box component="span" sx={{ color: 'text.secondary', mr: 1 }}>
            {fieldWords(field)}
          </Box>
          {before !== null && (
            <>
              <Box component="del" sx={{ color: 'error.main', textDecorationThickness: 1 }}>
                {textOf(before)}
              </Box>
              <Box component="span" aria-hidden sx={{ mx: 0.75, color: 'text.secondary' }}>
                →
              </Box>
            </>
          )}
          <Box component="ins" sx={{ color: 'success.main', textDecoration: 'none', fontWeight: 600 }}>
            {textOf(after)}
          </Box>
        </Box>
      ))}
    </Box>
  );
};

/** `facultyProfile.leaveUntil` as "Faculty profile › leave until". */
function fieldWords(field: string): string {
  const parts = field.split('.').map((part) => part.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
  return words(parts.join(' › '));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? 'none' : value.join(', ');
  return JSON.stringify(value);
}

function membersOf(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map<string, unknown>(path === '' ? [] : [[path, value]]);
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value))
    for (const [field, found] of membersOf(member, path === '' ? name : `${path}.${name}`))
      members.set(field, found);
  return members;
}
