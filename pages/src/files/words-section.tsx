import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import DeleteIcon from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';

import type { FieldFoundWordsDto, FileHeadDto, FileWordsDto, FoundWordDto } from '../api/openapi';
import { ACCOUNT_TYPES } from '../ui/account-types';
import { entryOf } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { fieldWords, grouped, words as codeWords } from '../ui/words';
import { type Meaning, type OwnMapping, type Words, withWords } from './mapping-rules';
import { chosenMeaning, isOpen, withMeaning } from './word-meanings';

const VALUES: Readonly<Record<string, string>> = {
  ...ACCOUNT_TYPES,
  active: t`Active`,
  inactive: t`Inactive`,
  true: t`Yes`,
  false: t`No`,
  null: t`Nothing is sent`,
};
/** The choice of a word that has no meaning yet. */
const OPEN = 'open';
/** A row without it is refused. */
const REQUIRED = 'accountType';

interface WordsSectionProps {
  readonly words: FileWordsDto;
  readonly head: FileHeadDto;
  readonly mapping: OwnMapping;
  readonly onChange: (mapping: OwnMapping) => void;
}

/** The words of the file in fields of fixed values, and what each means. */
export const WordsSection = ({ words, head, mapping, onChange }: WordsSectionProps) => (
  <>
    {words.fields.map((found) => (
      <FieldWords
        key={found.field}
        found={found}
        hasDefault={head.defaults[found.field] !== undefined}
        chosen={mapping.values?.[found.field] ?? {}}
        onChange={(chosen) => {
          onChange(withWords(mapping, found.field, chosen));
        }}
      />
    ))}
  </>
);

interface FieldWordsProps {
  readonly found: FieldFoundWordsDto;
  readonly hasDefault: boolean;
  readonly chosen: Words;
  readonly onChange: (chosen: Words) => void;
}

const FieldWords = ({ found, hasDefault, chosen, onChange }: FieldWordsProps) => {
  const label = fieldWords(found.field);
  const columns = found.columns.join(', ');
  const known = found.words.filter(({ isKnown }) => isKnown);
  const others = found.words.filter(({ isKnown }) => !isKnown);
  const absent = Object.entries(chosen).filter(
    ([word]) => !found.words.some((one) => isSame(one.word, word)),
  );
  const select = (one: FoundWordDto) => (
    <WordSelect key={one.word} found={found} word={one} chosen={chosen} onChange={onChange} />
  );
  return (
    <Box role="group" aria-label={t`Words for ${label}`} sx={{ mt: 2, minWidth: 0 }}>
      <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        <Trans>
          {label}: words of {columns}
        </Trans>
      </Typography>
      {others.length > 0 && <Box sx={WORDS}>{others.map(select)}</Box>}
      {known.length > 0 && (
        <details>
          <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
            {plural(known.length, { one: '# word is recognised', other: '# words are recognised' })}
          </Box>
          <Box sx={WORDS}>{known.map(select)}</Box>
        </details>
      )}
      <Notes found={found} hasDefault={hasDefault} />
      {absent.length > 0 && (
        <Box
          component="ul"
          aria-label={t`${label}: words that the file does not have`}
          sx={{ pl: 2.5, my: 1 }}
        >
          {absent.map(([word, meaning]) => (
            <AbsentWord
              key={word}
              word={word}
              meaning={meaning}
              onRemove={() => {
                onChange(withMeaning(chosen, word, undefined));
              }}
            />
          ))}
        </Box>
      )}
    </Box>
  );
};

const WORDS = {
  display: 'grid',
  gap: 2,
  my: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(260px, 1fr))' },
} as const;

interface WordSelectProps {
  readonly found: FieldFoundWordsDto;
  readonly word: FoundWordDto;
  readonly chosen: Words;
  readonly onChange: (chosen: Words) => void;
}

/** What one word means. A proposed meaning is shown, and not chosen. */
const WordSelect = ({ found, word: one, chosen, onChange }: WordSelectProps) => {
  const { word, rows, isKnown, meaning, likely } = one;
  const values: readonly Meaning[] = found.field === REQUIRED ? found.values : [...found.values, null];
  const options = values.map((value) => ({ value: keyOf(value), label: labelOf(value) }));
  const label = labelOf(likely);
  const open = {
    value: OPEN,
    label: likely === null ? t`Open: its rows are refused` : t`Proposed: ${label}`,
  };
  const own = chosenMeaning(chosen, word);
  const value = isOpen(one, chosen) ? OPEN : keyOf(own === undefined ? meaning : own);
  const shown = isKnown ? options : [open, ...options];
  return (
    <SelectField
      label={plural(rows, { one: `“${word}”, # row: means`, other: `“${word}”, # rows: means` })}
      value={value}
      options={
        shown.some((option) => option.value === value) ? shown : [...shown, { value, label: labelOf(value) }]
      }
      onChange={(next) => {
        onChange(
          withMeaning(
            chosen,
            word,
            values.find((some) => keyOf(some) === next),
          ),
        );
      }}
    />
  );
};

/** What is not listed as a word. */
const Notes = ({ found, hasDefault }: Pick<FieldWordsProps, 'found' | 'hasDefault'>) => {
  const { field, blank, unlisted } = found;
  const without = grouped(blank);
  const further = grouped(unlisted);
  return (
    <>
      {field === REQUIRED && blank > 0 && !hasDefault && (
        <Typography variant="body2" sx={{ my: 1 }}>
          <Trans>
            Rows with a blank cell: {without}. They are refused, unless an account type is chosen for rows
            without one.
          </Trans>
        </Typography>
      )}
      {unlisted > 0 && (
        <Typography variant="body2" sx={{ my: 1 }}>
          <Trans>
            Rows with words that are not listed, because they are too many or too long: {further}. They are
            refused; is this the right column?
          </Trans>
        </Typography>
      )}
    </>
  );
};

interface AbsentWordProps {
  readonly word: string;
  readonly meaning: Meaning;
  readonly onRemove: () => void;
}

const AbsentWord = ({ word, meaning, onRemove }: AbsentWordProps) => (
  <li>
    <Trans>
      “{word}” means {labelOf(meaning)}, and is not in this file
    </Trans>
    <IconButton size="small" aria-label={t`Remove the word ${word}`} onClick={onRemove}>
      <DeleteIcon fontSize="small" />
    </IconButton>
  </li>
);

function labelOf(value: unknown): string {
  const text = keyOf(value);
  return entryOf(VALUES, text) ?? codeWords(text);
}

/** The value of an option. */
function keyOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
