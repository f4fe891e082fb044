import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import DeleteIcon from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';

import { DayField } from '../ui/day-field';
import { useSubmission } from '../ui/submission';
import { TextInput } from '../ui/text-input';
import { SETTINGS } from './declared';
import type { PauseForm } from './settings-form';

interface PausesEditorProps {
  readonly value: readonly PauseForm[];
  readonly onChange: (value: readonly PauseForm[]) => void;
}

const ROW = {
  display: 'grid',
  gap: 1.5,
  mb: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '170px 170px minmax(0, 1fr) auto' },
};
const LONGEST_NOTE = 255;

/** The days on which de-provisionings of the SIS and of identity providers are held. */
export const PausesEditor = ({ value: pauses, onChange }: PausesEditorProps) => {
  const { reset } = useSubmission();
  return (
    <>
      {pauses.map((pause, index) => (
        // A row has no other identity than its place.
        <Box key={index} sx={ROW} role="group" aria-label={t`Pause ${index + 1}`}>
          <DayField
            label={t`First day`}
            spoken={t`First day of pause ${index + 1}`}
            value={pause.from}
            name={`deprovisioningPauses.${index}.from`}
            onChange={(from) => {
              onChange(pauses.with(index, { ...pause, from }));
            }}
          />
          <DayField
            label={t`Last day`}
            spoken={t`Last day of pause ${index + 1}`}
            min={pause.from === '' ? undefined : pause.from}
            sx={{ gridColumn: { xs: 1, md: 'auto' } }}
            value={pause.until}
            name={`deprovisioningPauses.${index}.until`}
            onChange={(until) => {
              onChange(pauses.with(index, { ...pause, until }));
            }}
          />
          <TextInput
            label={t`Note`}
            sx={{ gridColumn: { xs: 1, md: 'auto' } }}
            value={pause.note}
            name={`deprovisioningPauses.${index}.note`}
            hint={t`Callers and administrators read it, such as “winter break”.`}
            onChange={(note) => {
              onChange(pauses.with(index, { ...pause, note }));
            }}
            slotProps={{
              htmlInput: { 'aria-label': t`Note of pause ${index + 1}`, maxLength: LONGEST_NOTE },
            }}
          />
          <IconButton
            sx={{ gridColumn: { xs: 2, md: 'auto' }, gridRow: { xs: 1, md: 'auto' } }}
            aria-label={t`Remove pause ${index + 1}`}
            onClick={() => {
              reset();
              onChange(pauses.toSpliced(index, 1));
            }}
          >
            <DeleteIcon />
          </IconButton>
        </Box>
      ))}
      <Button
        disabled={pauses.length >= SETTINGS.deprovisioningPauses.most}
        onClick={() => {
          onChange([...pauses, { from: '', until: '', note: '' }]);
        }}
      >
        <Trans>Add a pause</Trans>
      </Button>
    </>
  );
};
