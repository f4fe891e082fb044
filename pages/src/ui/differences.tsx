import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';

import { type Difference, valueWords } from './difference';
import { When } from './when';
import { fieldWords } from './words';

/** Further differences are collapsed. */
const SHOWN = 6;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface DifferencesProps {
  readonly differences: readonly Difference[];
  /** What to say when there are none. */
  readonly none?: string;
}

/** Each field with its values before and after the change, in no colour: a change is neither good nor bad. */
export const Differences = ({ differences, none = '–' }: DifferencesProps) => {
  if (differences.length === 0) return <span>{none}</span>;
  const folded = differences.slice(SHOWN);
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Lines differences={differences.slice(0, SHOWN)} />
      {folded.length > 0 && (
        <details>
          <Box component="summary" sx={{ cursor: 'pointer', py: 0.25 }}>
            <Trans>{folded.length} more</Trans>
          </Box>
          <Lines differences={folded} />
        </details>
      )}
    </Box>
  );
};

const Lines = ({ differences }: { readonly differences: readonly Difference[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {differences.map(({ field, label, before, after }) => (
      <Box component="li" key={field} sx={{ py: 0.25 }}>
        <Box component="span" sx={{ color: 'text.secondary', mr: 1 }}>
          {label ?? fieldWords(field)}
        </Box>
        {before !== null && (
          <>
            <Box component="del" sx={{ color: 'text.secondary', textDecorationThickness: 1 }}>
              <Value field={field} value={before} />
            </Box>
            <Box component="span" aria-hidden sx={{ mx: 0.75, color: 'text.secondary' }}>
              →
            </Box>
          </>
        )}
        <Box component="ins" sx={{ color: 'text.primary', textDecoration: 'none', fontWeight: 600 }}>
          <Value field={field} value={after} />
        </Box>
      </Box>
    ))}
  </Box>
);

const Value = ({ field, value }: { readonly field: string; readonly value: unknown }) =>
  typeof value === 'string' && MOMENT.test(value) ? <When value={value} /> : valueWords(field, value);
