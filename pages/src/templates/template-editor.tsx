import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { Answer } from '../api/http';
import type { TemplateDto } from '../api/openapi';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { differencesOf } from '../ui/difference';
import { Form } from '../ui/form';
import { SaveButtons } from '../ui/save-buttons';
import { useEdited } from '../ui/use-edited';
import { useGuardedSave } from '../ui/use-guarded-save';
import { useSubmit } from '../ui/use-submit';
import { MilestoneRow } from './milestone-row';
import { MilestoneStudents } from './milestone-students';
import { emptyRow, inWords, milestonesOf, moved, renamedIn, type Row, rowsOf } from './template-rows';
import { useTemplateStudents } from './use-template-students';

type TemplateAnswer = Answer<TemplateDto>;

const formOf = ({ data }: TemplateAnswer): { readonly rows: readonly Row[] } => ({ rows: rowsOf(data) });

interface TemplateEditorProps {
  readonly programId: string;
  readonly stored: TemplateAnswer;
}

export const TemplateEditor = ({ programId, stored }: TemplateEditorProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const path = `templates/${encodeURIComponent(programId)}`;
  const edited = useEdited(stored, formOf);
  const { isChanged, begun, set } = edited;
  const { rows } = edited.form;
  const setRows = (changed: readonly Row[]) => {
    set({ rows: changed });
  };
  const students = useTemplateStudents(programId);
  const [asking, setAsking] = useState(false);
  const read = () => api.get<TemplateDto>(path);
  const { save, question } = useGuardedSave({
    edited,
    formOf,
    differences: (theirs, mine) => differencesOf(theirs.rows.map(inWords), mine.rows.map(inWords)),
    labelOf: (code) => code,
    changes: { action: 'template.changed', target: `template:${programId}` },
    read,
    save: async (form, known) => {
      const body = { milestones: milestonesOf(form.rows) };
      edited.continueWith(await api.put<TemplateDto>(path, body, known.tag), form);
      notify(t`The milestones are saved`, { type: 'success' });
      void students.askAbout(renamedIn(known.data, form.rows));
    },
  });
  const submission = useSubmit(save);
  const reset = async () => {
    edited.begin(await api.remove<TemplateDto>(path, begun.tag));
    void students.askAbout([]);
    notify(t`The default milestones apply again`, { type: 'success' });
  };
  return (
    <Form
      submission={submission}
      act="administer"
      actions={
        <>
          <SaveButtons label={t`Save the milestones`} isChanged={isChanged} />
          {!begun.data.isDefault && (
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
      {begun.data.isDefault && (
        <Alert severity="info">
          <Trans>No template is set for this choice. The milestones below apply until you save one.</Trans>
        </Alert>
      )}
      {students.counts !== undefined && (
        <Typography>
          <Plural
            value={students.counts.students}
            one="This template is for # student."
            other="This template is for # students."
          />
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        <Trans>
          Due after: days from the first day of the month of entry. They are used when a student gets the
          milestone and no date is given; a given date, and students who have the milestone already, stay as
          they are.
        </Trans>
      </Typography>
      <Box component="ol" aria-label={t`Milestones`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row, index) => (
          <MilestoneRow
            key={row.key}
            row={row}
            place={index}
            count={rows.length}
            students={<MilestoneStudents counts={students.of(row)} onRename={students.ask} />}
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
      {question}
      {students.question}
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
