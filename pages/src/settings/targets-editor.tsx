import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import DeleteIcon from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';

import { useSubmission } from '../ui/submission';
import { TextInput } from '../ui/text-input';
import { SETTINGS } from './declared';
import type { TargetForm } from './settings-form';

interface TargetsEditorProps {
  readonly value: readonly TargetForm[];
  readonly onChange: (value: readonly TargetForm[]) => void;
}

const ROW = {
  display: 'grid',
  gap: 1.5,
  mb: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) minmax(0, 2fr) auto' },
};

/** The systems that submissions are carried to. */
export const TargetsEditor = ({ value: targets, onChange }: TargetsEditorProps) => {
  const { reset } = useSubmission();
  return (
    <>
      {targets.map((target, index) => (
        // A row has no other identity than its place.
        <Box key={index} sx={ROW} role="group" aria-label={t`Target ${index + 1}`}>
          <TextInput
            label={t`Name of target ${index + 1}`}
            value={target.name}
            name={`syncTargets.${index}.name`}
            hint={t`As connectors name it, such as SIS.`}
            onChange={(name) => {
              onChange(targets.with(index, { ...target, name }));
            }}
            slotProps={{ htmlInput: { maxLength: 64 } }}
          />
          <TextInput
            sx={{ gridRow: { xs: 2, md: 'auto' }, gridColumn: { xs: '1 / -1', md: 'auto' } }}
            label={t`Form types`}
            value={target.formTypes}
            name={`syncTargets.${index}.formTypes`}
            hint={t`Separated by commas. Empty: all of them.`}
            onChange={(formTypes) => {
              onChange(targets.with(index, { ...target, formTypes }));
            }}
            slotProps={{ htmlInput: { 'aria-label': t`Form types of target ${index + 1}` } }}
          />
          <IconButton
            aria-label={t`Remove target ${target.name === '' ? index + 1 : target.name}`}
            onClick={() => {
              reset();
              onChange(targets.toSpliced(index, 1));
            }}
          >
            <DeleteIcon />
          </IconButton>
        </Box>
      ))}
      <Button
        sx={{ mb: 2 }}
        disabled={targets.length >= SETTINGS.syncTargets.most}
        onClick={() => {
          onChange([...targets, { name: '', formTypes: '' }]);
        }}
      >
        <Trans>Add a target</Trans>
      </Button>
    </>
  );
};
