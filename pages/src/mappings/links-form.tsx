import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

import type { Answer } from '../api/http';
import type { FieldLinkDto, MappingDto, MappingMetaDto } from '../api/openapi';
import { differencesOf } from '../ui/difference';
import { Form } from '../ui/form';
import { SaveButtons } from '../ui/save-buttons';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { useEdited } from '../ui/use-edited';
import { useGuardedSave } from '../ui/use-guarded-save';
import { useSubmit } from '../ui/use-submit';
import { fieldInWords } from './record-fields';

interface LinksFormProps {
  readonly stored: MappingAnswer;
  readonly read: () => Promise<MappingAnswer>;
  readonly save: (links: readonly FieldLinkDto[], ifMatch?: string) => Promise<void>;
}

/** The key stays the same when another row is removed, so that the row keeps the focus. */
interface Row extends FieldLinkDto {
  readonly key: number;
}

type SetRows = (change: (rows: readonly Row[]) => readonly Row[]) => void;

type MappingAnswer = Answer<MappingDto, MappingMetaDto>;

let lastKey = 0;

function rowOf({ formField, target }: FieldLinkDto): Row {
  lastKey += 1;
  return { formField, target, key: lastKey };
}

function formOf({ data }: MappingAnswer): { readonly rows: readonly Row[] } {
  return { rows: data.links.map(rowOf) };
}

function linkOf({ formField, target }: FieldLinkDto): FieldLinkDto {
  return { formField, target };
}

function byTarget(rows: readonly FieldLinkDto[]): object {
  return Object.fromEntries(rows.map(({ formField, target }) => [target, formField]));
}

export const LinksForm = ({ stored, read, save: saveLinks }: LinksFormProps) => {
  const edited = useEdited(stored, formOf);
  const { form: rowsForm, isChanged, begun, set } = edited;
  const { rows } = rowsForm;
  const { recordFields } = begun.meta;
  const { save, question } = useGuardedSave({
    edited,
    formOf,
    differences: (theirs, mine) => differencesOf(byTarget(theirs.rows), byTarget(mine.rows)),
    labelOf: fieldInWords,
    changes: { action: 'mapping.changed', target: `mapping:${begun.data.formType}` },
    read,
    save: ({ rows: of }, known) => saveLinks(of.map(linkOf), known.tag),
  });
  const submission = useSubmit(save);
  // The API names a refused link by its place, which a change may move.
  const change: SetRows = (action) => {
    // Another page follows the save; what is typed meanwhile would be lost.
    if (submission.busy) return;
    submission.reset();
    set({ rows: action(rows) });
  };
  const taken = new Set(rows.map(({ target }) => target));
  const free = recordFields.find((field) => !taken.has(field));
  return (
    <Form
      submission={submission}
      act="administer"
      actions={<SaveButtons label={t`Save`} isChanged={isChanged} isReady={rows.length > 0} />}
    >
      <Box component="ol" aria-label={t`Links`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row, index) => (
          <LinkRow
            key={row.key}
            row={row}
            number={index + 1}
            choices={recordFields.filter((field) => field === row.target || !taken.has(field))}
            setRows={change}
          />
        ))}
      </Box>
      <Button
        startIcon={<AddIcon />}
        sx={{ alignSelf: 'flex-start' }}
        disabled={free === undefined}
        onClick={() => {
          change(() => [...rows, rowOf({ formField: '', target: free ?? '' })]);
        }}
      >
        <Trans>Add a link</Trans>
      </Button>
      {question}
    </Form>
  );
};

interface LinkRowProps {
  readonly row: Row;
  readonly number: number;
  readonly choices: readonly string[];
  readonly setRows: SetRows;
}

const LinkRow = ({ row, number, choices, setRows }: LinkRowProps) => {
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
        name={`links.${number - 1}.formField`}
        onChange={(formField) => {
          change({ formField });
        }}
        slotProps={{ htmlInput: { maxLength: 255 } }}
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      />
      <SelectField
        label={t`Record field ${number}`}
        name={`links.${number - 1}.target`}
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
