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
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Form } from '../ui/form';
import { SaveButtons } from '../ui/save-buttons';
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
  const submission = useSubmit(async () => {
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
      submission={submission}
      act="administer"
      actions={
        <>
          <SaveButtons label={t`Save the milestones`} isChanged={rows !== original} />
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
        </>
      }
    >
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
            onChange={(changed) => {
              setRows(rows.with(index, changed));
            }}
            onMove={(to) => {
              submission.reset();
              setRows(moved(rows, index, to));
            }}
            onRemove={() => {
              submission.reset();
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
      <Button
        startIcon={<AddIcon />}
        sx={{ alignSelf: 'flex-start' }}
        onClick={() => {
          setRows([...rows, emptyRow()]);
        }}
      >
        <Trans>Add a milestone</Trans>
      </Button>
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
