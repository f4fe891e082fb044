import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { TemplateDto, TemplateFileDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Form } from '../ui/form';
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
    notify('The milestones are saved', { type: 'success' });
    onSaved();
  });
  const reset = async () => {
    await api.remove(path);
    notify('The default milestones apply again', { type: 'success' });
    onSaved();
  };
  return (
    <Form
      message={message}
      onSubmit={() => {
        void submit();
      }}
    >
      {template.isDefault && (
        <Alert severity="info">
          No template is set for this choice. The milestones below apply until you save one.
        </Alert>
      )}
      <Box component="ol" aria-label="Milestones" sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
          No milestones. If you save this, the default milestones apply again.
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          startIcon={<AddIcon />}
          onClick={() => {
            setRows([...rows, emptyRow()]);
          }}
        >
          Add a milestone
        </Button>
        <Box sx={{ flex: 1 }} />
        {!template.isDefault && (
          <Button
            color="error"
            onClick={() => {
              setAsking(true);
            }}
          >
            Reset to the default
          </Button>
        )}
        <Button type="submit" variant="contained" loading={busy} disabled={rows === original}>
          Save the milestones
        </Button>
      </Box>
      <ConfirmDialog
        open={asking}
        danger
        title="Reset to the default milestones?"
        confirm="Reset to the default"
        onConfirm={reset}
        onClose={() => {
          setAsking(false);
        }}
      >
        <Typography>This template is removed. Students who already have milestones keep theirs.</Typography>
      </ConfirmDialog>
    </Form>
  );
};
