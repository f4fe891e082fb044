import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { CreateRuleDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { RECORD_FIELDS } from '../mappings/record-fields';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { NoteInput, noteIn } from '../ui/note-input';
import { optionsOf } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { ResolutionChoice } from './resolution-choice';
import { NOTE_HINT, type Resolution } from './resolutions';

const FIELDS = [{ value: '', label: t`Choose a field` } as const, ...optionsOf(RECORD_FIELDS)];

const RuleDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [formType, setFormType] = useState('');
  const [field, setField] = useState<CreateRuleDto['field'] | ''>('');
  const [resolution, setResolution] = useState<Resolution>();
  const [note, setNote] = useState('');
  const api = useAdminApi();
  const refresh = useRefresh();
  const create = async () => {
    if (resolution === undefined || field === '') return;
    const body: CreateRuleDto = { formType, field, resolution, ...noteIn(note) };
    await api.post('discrepancy-rules', body);
    refresh();
  };
  return (
    <ConfirmDialog
      open
      title={t`New rule about all values of a field`}
      confirm={t`Make the rule`}
      isReady={formType.trim() !== '' && field !== '' && resolution !== undefined}
      onConfirm={create}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, mt: 1 }}>
        <TextInput
          label={t`Form`}
          name="formType"
          hint="program_transfer"
          value={formType}
          onChange={setFormType}
        />
        <SelectField label={t`Field`} name="field" value={field} options={FIELDS} onChange={setField} />
        <ResolutionChoice
          label={t`Decision each time`}
          name="resolution"
          value={resolution}
          onChange={setResolution}
        />
        <NoteInput hint={NOTE_HINT} value={note} onChange={setNote} />
      </Box>
    </ConfirmDialog>
  );
};

/** Makes a rule about a field of a form type, whatever the values. */
export const CreateRule = () => {
  const [open, setOpen] = useState(false);
  return (
    <IfMay act="operate">
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Trans>New rule</Trans>
      </Button>
      {open && (
        <RuleDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </IfMay>
  );
};
