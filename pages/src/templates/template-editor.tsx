import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { TemplateDto, TemplateFileDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Form } from '../ui/form';
import { UnsavedChanges } from '../ui/unsaved-changes';
import { useSubmit } from '../ui/use-submit';
import { MilestoneRow } from './milestone-row';
import { emptyRow, milestonesOf, moved, type Row, rowsOf } from './template-rows';

interface TemplateEditorProps {
  readonly programId: string;
  readonly template: TemplateDto;
  readonly onSaved: () => void;
}

export const TemplateEditor = ({ programId, template, onSaved }: TemplateEditorProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const path = `templates/${encodeURIComponent(programId)}`;
  const [original] = useState(() => rowsOf(template));
  const [rows, setRows] = useState<readonly Row[]>(original);
  const [asking, setAsking] = useState(false);
  const { submit, busy, message, errors } = useSubmit(async () => {
    const body: TemplateFileDto = { milestones: milestonesOf(rows) };
    await api.put(path, body);
    notify(t`The milestones are saved`, { type: 'success' });
    onSaved();
  });
  const reset = async () => {
    await api.remove(path);
    notify(t`The default milestones apply again`, { type: 'success' });
    onSaved();
  };
  return (
    <Form
      message={message}
      onSubmit={() => {
        void submit();
      }}
    >
      <UnsavedChanges when={rows !== original && !busy} />
      {template.isDefault && (
        <Alert severity="info">
          <Trans>No template is set for this choice. The milestones below apply until you save one.</Trans>
        </Alert>
      )}
      <Box component="ol" aria-label={t`Milestones`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row, index) => (
          <MilestoneRow
            key={row.key}
            row={row}
            place={index}
            count={rows.length}
            errors={{ name: errors[`milestones.${index}.name`], code: errors[`milestones.${index}.code`] }}
            onChange={(changed) => {
              setRows(rows.with(index, changed));
            }}
            onMove={(to) => {
              setRows(moved(rows, index, to));
            }}
            onRemove={() => {
              setRows(rows.toSpliced(index, 1));
            }}
          />
        ))}
      </Box>
      {rows.length === 0 && (
        <Typography color="textSecondary">
          <Trans>No milestones. If you save this, the default milestones apply again.</Trans>
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          startIcon={<AddIcon />}
          onClick={() => {
            setRows([...rows, emptyRow()]);
          }}
        >
          <Trans>Add a milestone</Trans>
        </Button>
        <Box sx={{ flex: 1 }} />
        <IfMay act="administer">
          {!template.isDefault && (
            <Button
              color="error"
              onClick={() => {
                setAsking(true);
              }}
            >
              <Trans>Reset to the default</Trans>
            </Button>
          )}
          <Button type="submit" variant="contained" loading={busy} disabled={rows === original}>
            <Trans>Save the milestones</Trans>
          </Button>
        </IfMay>
      </Box>
      <ConfirmDialog
        open={asking}
        danger
        title={t`Reset to the default milestones?`}
        confirm={t`Reset to the default`}
        onConfirm={reset}
        onClose={() => {
          setAsking(false);
        }}
      >
        <Typography>
          <Trans>This template is removed. Students who already have milestones keep theirs.</Trans>
        </Typography>
      </ConfirmDialog>
    </Form>
  );
};
