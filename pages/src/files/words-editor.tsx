import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import DeleteIcon from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';

import type { Option } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import type { Words } from './mapping-rules';

interface WordsEditorProps {
  /** Such as "Account type". */
  readonly field: string;
  readonly options: readonly Option[];
  readonly value: Words;
  readonly onChange: (value: Words) => void;
}

/** Which words of the file stand for which values of a field, beside those that are known. */
export const WordsEditor = ({ field, options, value, onChange }: WordsEditorProps) => {
  const [word, setWord] = useState('');
  const [meaning, setMeaning] = useState(options[0]?.value ?? '');
  const labelOf = (code: string) => options.find((one) => one.value === code)?.label ?? code;
  const add = () => {
    if (word.trim() === '') return;
    onChange({ ...value, [word.trim()]: meaning });
    setWord('');
  };
  return (
    <Box role="group" aria-label={t`Words for ${field}`} sx={{ mb: 2 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {Object.entries(value).map(([known, code]) => (
          <li key={known}>
            <Trans>
              “{known}” means {labelOf(code)}
            </Trans>
            <IconButton
              size="small"
              aria-label={t`Remove the word ${known}`}
              onClick={() => {
                const { [known]: _, ...others } = value;
                onChange(others);
              }}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
        <TextInput size="small" label={t`Word for ${field} in the file`} value={word} onChange={setWord} />
        <SelectField
          label={t`${field}: meaning of the word`}
          value={meaning}
          options={options}
          onChange={setMeaning}
        />
        <Button onClick={add} disabled={word.trim() === ''} aria-label={t`Add the word for ${field}`}>
          <Trans>Add</Trans>
        </Button>
      </Box>
    </Box>
  );
};
