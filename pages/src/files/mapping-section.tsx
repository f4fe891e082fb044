import { plural, t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import type { FileHeadDto, FileWordsDto } from '../api/openapi';
import { FormColumns } from '../ui/form-columns';
import { optionsOf } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { fieldWords } from '../ui/words';
import { AllProposals } from './all-proposals';
import { ColumnsTable } from './columns-table';
import { EncodingField } from './encoding-field';
import type { Reading } from './kept-mappings';
import { ACCOUNT_TYPES } from '../ui/account-types';
import { type Rules, withDefault } from './mapping-rules';
import { TermsLink } from './terms-link';
import { WordsSection } from './words-section';

interface MappingSectionProps {
  readonly head: FileHeadDto;
  /** Undefined while they are counted, and where there are none. */
  readonly words: FileWordsDto | undefined;
  /** Whether columns or words are read just now. */
  readonly isReading: boolean;
  /** See `certainRules`. */
  readonly certain: Rules;
  readonly reading: Reading;
  readonly onChange: (change: Partial<Reading>) => void;
}

const NO_DEFAULT = { value: '', label: t`None` };
const BLANKS = { stay: t`Leave the field as it is`, clear: t`Clear the field` } as const;

/** How the columns of the file become fields, with the first rows as they would be sent. */
export const MappingSection = ({
  head,
  words,
  isReading,
  certain,
  reading,
  onChange,
}: MappingSectionProps) => {
  const { mapping, encoding, blankClears } = reading;
  const missing = head.missing.map(fieldWords).join(', ');
  return (
    <>
      {head.missing.length > 0 && (
        <Alert severity="warning" role="note" sx={{ mb: 2 }}>
          {t`Each person needs these fields, which no column fills yet: ${missing}`}
        </Alert>
      )}
      {head.format !== 'ndjson' && (
        <>
          <AllProposals
            head={head}
            words={words}
            isReading={isReading}
            mapping={mapping}
            onAccept={(changed) => {
              onChange({ mapping: changed });
            }}
          />
          <ColumnsTable
            head={head}
            mapping={mapping}
            certain={certain}
            onChange={(changed) => {
              onChange({ mapping: changed });
            }}
          />
          <FormColumns>
            <SelectField
              label={t`Account type of rows without one`}
              value={mapping.defaults?.['accountType'] ?? textOf(head.defaults['accountType'])}
              options={[NO_DEFAULT, ...optionsOf(ACCOUNT_TYPES)]}
              onChange={(value) => {
                onChange({ mapping: withDefault(mapping, 'accountType', value) });
              }}
            />
            <SelectField
              label={t`A blank cell`}
              value={blankClears ? 'clear' : 'stay'}
              options={optionsOf(BLANKS)}
              onChange={(value) => {
                onChange({ blankClears: value === 'clear' });
              }}
            />
            {head.format === 'csv' && (
              <EncodingField
                value={encoding}
                onChange={(value) => {
                  onChange({ encoding: value });
                }}
              />
            )}
          </FormColumns>
          {words !== undefined && (
            <WordsSection
              words={words}
              head={head}
              mapping={mapping}
              onChange={(changed) => {
                onChange({ mapping: changed });
              }}
            />
          )}
        </>
      )}
      <Problems head={head} />
    </>
  );
};

/** What is wrong with the first rows as they are mapped. */
const Problems = ({ head: { rows, missing } }: { readonly head: FileHeadDto }) => {
  // A field that nothing fills is missing in each row, and said above.
  const problems = missing.length > 0 ? [] : rows.flatMap(({ problem }) => problem ?? []);
  if (problems.length === 0) return null;
  return (
    <Alert severity="warning" role="note">
      {plural(rows.length, {
        one: 'The first row would be refused:',
        other: 'Of the first # rows these would be refused:',
      })}
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </Box>
      <TermsLink problems={problems} />
    </Alert>
  );
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
