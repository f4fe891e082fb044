import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/Delete';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type Dispatch, type SetStateAction, type SubmitEvent, useRef, useState } from 'react';

import type { FieldLinkDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { UnsavedChanges } from '../ui/unsaved-changes';
import { useSubmit } from '../ui/use-submit';
import { fieldInWords } from './record-fields';

interface LinksFormProps {
  readonly links: readonly FieldLinkDto[];
  readonly recordFields: readonly string[];
  readonly onSave: (links: readonly FieldLinkDto[]) => Promise<void>;
}

/** The key stays the same when another row is removed, so that the row keeps the focus. */
interface Row extends FieldLinkDto {
  readonly key: number;
}

function linkOf({ formField, target }: FieldLinkDto): FieldLinkDto {
  return { formField, target };
}

export const LinksForm = ({ links, recordFields, onSave }: LinksFormProps) => {
  const [rows, setRows] = useState<readonly Row[]>(() => links.map((link, key) => ({ ...link, key })));
  const isChanged = JSON.stringify(rows.map(linkOf)) !== JSON.stringify(links.map(linkOf));
  const nextKey = useRef(links.length);
  const { submit, busy, message, errors, reset } = useSubmit(() => onSave(rows.map(linkOf)));
  // The API names a refused link by its place, which a change may move.
  const change: Dispatch<SetStateAction<readonly Row[]>> = (action) => {
    reset();
    setRows(action);
  };
  const taken = new Set(rows.map(({ target }) => target));
  const free = recordFields.find((field) => !taken.has(field));
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={send} noValidate>
      <UnsavedChanges when={isChanged && !busy} />
      {message !== undefined && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {Object.keys(errors).length > 0 ? t`Not saved: at least one link is not valid.` : message}
        </Alert>
      )}
      <Box component="ol" aria-label={t`Links`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row, index) => (
          <LinkRow
            key={row.key}
            row={row}
            number={index + 1}
            problem={problemOf(errors, index)}
            choices={recordFields.filter((field) => field === row.target || !taken.has(field))}
            setRows={change}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1 }}>
        <Button
          startIcon={<AddIcon />}
          disabled={free === undefined}
          onClick={() => {
            const key = nextKey.current++;
            change([...rows, { key, formField: '', target: free ?? '' }]);
          }}
        >
          <Trans>Add a link</Trans>
        </Button>
        <IfMay act="administer">
          <Button type="submit" variant="contained" loading={busy} disabled={!isChanged || rows.length === 0}>
            <Trans>Save</Trans>
          </Button>
        </IfMay>
      </Box>
    </form>
  );
};

/** Why the API refused a link: `links[7].formField must not be blank` as "Must not be blank". */
function problemOf(errors: Readonly<Record<string, string>>, index: number): string | undefined {
  const at = `links.${index}`;
  const problem = errors[at] ?? errors[`${at}.formField`] ?? errors[`${at}.target`];
  const words = problem?.replace(/^links\[\d+\](\.\w+)?:?\s*/, '');
  return words && words.charAt(0).toUpperCase() + words.slice(1);
}

interface LinkRowProps {
  readonly row: Row;
  readonly number: number;
  readonly problem: string | undefined;
  readonly choices: readonly string[];
  readonly setRows: Dispatch<SetStateAction<readonly Row[]>>;
}

const LinkRow = ({ row, number, problem, choices, setRows }: LinkRowProps) => {
  const change = (changed: Partial<FieldLinkDto>) => {
    setRows((rows) => rows.map((other) => (other.key === row.key ? { ...other, ...changed } : other)));
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        mb: { xs: 2.5, sm: 1.5 },
        maxWidth: 760,
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
      }}
    >
      <TextInput
        label={t`Form field ${number}`}
        value={row.formField}
        error={problem}
        onChange={(formField) => {
          change({ formField });
        }}
        slotProps={{ htmlInput: { maxLength: 255 } }}
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      />
      <SelectField
        label={t`Record field ${number}`}
        value={row.target}
        options={choices.map((field) => ({ value: field, label: fieldInWords(field) }))}
        onChange={(target) => {
          change({ target });
        }}
      />
      <Tooltip title={t`Remove link ${number}`}>
        <IconButton
          aria-label={t`Remove link ${number}`}
          onClick={() => {
            setRows((rows) => rows.filter(({ key }) => key !== row.key));
          }}
        >
          <DeleteIcon />
        </IconButton>
      </Tooltip>
    </Box>
  );
};
