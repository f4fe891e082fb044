import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import DeleteIcon from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';

import { LOCALE } from '../language';
import { keysOf, type Option } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { useSubmission } from '../ui/submission';
import { TextInput } from '../ui/text-input';
import { SETTINGS } from './declared';
import { termFormOf, type TermForm } from './settings-form';

interface TermsEditorProps {
  readonly value: readonly TermForm[];
  readonly onChange: (value: readonly TermForm[]) => void;
}

const ROW = {
  display: 'grid',
  gap: 1.5,
  mb: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) 200px 220px auto' },
};
const BELOW = { gridColumn: { xs: 1, md: 'auto' } };
const LONGEST_NAME = 40;

const MONTH_NAME = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' });
const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: MONTH_NAME.format(Date.UTC(2000, index)),
}));
const NO_MONTH = { value: '', label: t`Choose a month` };
const YEARS: readonly Option[] = [
  { value: '0', label: t`As it is written` },
  { value: '-1', label: t`The year before` },
  { value: '1', label: t`The year after` },
];

const { usual: USUAL, most } = SETTINGS.terms;

/** The usual terms that the table does not have. */
function usualBeside(terms: readonly TermForm[]): TermForm[] {
  const names = new Set(terms.map(({ name }) => name.trim().toLowerCase()));
  return keysOf(USUAL)
    .filter((name) => !names.has(name.toLowerCase()))
    .map((name) => termFormOf({ name, month: USUAL[name] }));
}

/** In which month the terms begin that files name. */
export const TermsEditor = ({ value: terms, onChange }: TermsEditorProps) => {
  const { reset } = useSubmission();
  const usual = usualBeside(terms);
  return (
    <>
      {terms.map((term, index) => (
        // A row has no other identity than its place.
        <Box key={index} sx={ROW} role="group" aria-label={t`Term ${index + 1}`}>
          <TextInput
            label={t`Term`}
            value={term.name}
            name={`terms.${index}.name`}
            hint={
              index === 0 &&
              t`A word such as Fall, or YYYY10 for codes such as 202610; YYYY or YY is the year.`
            }
            onChange={(name) => {
              onChange(terms.with(index, { ...term, name }));
            }}
            slotProps={{ htmlInput: { 'aria-label': t`Name of term ${index + 1}`, maxLength: LONGEST_NAME } }}
          />
          <SelectField
            sx={BELOW}
            label={t`Month of term ${index + 1}`}
            value={term.month}
            name={`terms.${index}.month`}
            options={term.month === '' ? [NO_MONTH, ...MONTHS] : MONTHS}
            onChange={(month) => {
              onChange(terms.with(index, { ...term, month }));
            }}
          />
          <SelectField
            sx={BELOW}
            label={t`Year of term ${index + 1}`}
            name={`terms.${index}.yearOffset`}
            value={term.yearOffset}
            options={YEARS}
            onChange={(yearOffset) => {
              onChange(terms.with(index, { ...term, yearOffset }));
            }}
          />
          <IconButton
            sx={{ gridColumn: { xs: 2, md: 'auto' }, gridRow: { xs: 1, md: 'auto' } }}
            aria-label={t`Remove term ${term.name === '' ? index + 1 : term.name}`}
            onClick={() => {
              reset();
              onChange(terms.toSpliced(index, 1));
            }}
          >
            <DeleteIcon />
          </IconButton>
        </Box>
      ))}
      <Button
        disabled={terms.length >= most}
        onClick={() => {
          onChange([...terms, { name: '', month: '', yearOffset: '0' }]);
        }}
      >
        <Trans>Add a term</Trans>
      </Button>
      {usual.length > 0 && (
        <Button
          disabled={terms.length + usual.length > most}
          onClick={() => {
            onChange([...terms, ...usual]);
          }}
        >
          <Trans>Add the usual terms</Trans>
        </Button>
      )}
    </>
  );
};
