import RuleIcon from '@mui/icons-material/Rule';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { ResolvedDto, ResolveSelectionDto } from '../api/openapi';
import type { BatchOutcome } from '../ui/batch-results';
import { inBatches, outcomeOf } from '../ui/batches';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { keysOf } from '../ui/options';
import { TextInput } from '../ui/text-input';
import { type Resolution, RESOLUTIONS } from './resolutions';

const LONGEST_NOTE = 2000;

interface ResolveButtonProps {
  readonly ids: readonly string[];
  readonly onDone: (outcome: BatchOutcome, results: ReadonlyMap<string, ResolvedDto>) => void;
  readonly size?: 'small';
}

/** Asks how to resolve these discrepancies, and resolves all of them in that way. */
export const ResolveButton = ({ ids, onDone, size }: ResolveButtonProps) => {
  const [open, setOpen] = useState(false);
  const [resolution, setResolution] = useState<Resolution>('accept_submitted');
  const [note, setNote] = useState('');
  const api = useAdminApi();
  const resolve = async () => {
    const reason = note.trim();
    const decision = reason === '' ? { resolution } : { resolution, note: reason };
    const results = await inBatches(ids, async (some) => {
      const body: ResolveSelectionDto = { ids: some, ...decision };
      const { data } = await api.post<ResolvedDto[]>('discrepancies/resolve', body);
      return data;
    });
    onDone(outcomeOf(results, 'resolved'), results);
  };
  return (
    <>
      <Button
        variant="contained"
        startIcon={<RuleIcon />}
        size={size}
        onClick={() => {
          setNote('');
          setOpen(true);
        }}
      >
        Resolve
      </Button>
      <ConfirmDialog
        open={open}
        title={ids.length === 1 ? 'Resolve the discrepancy' : `Resolve ${ids.length} discrepancies`}
        confirm="Resolve"
        onConfirm={resolve}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Choice value={resolution} onChange={setResolution} />
        <TextInput
          label="Note"
          hint="Optional. It is stored with the resolution."
          multiline
          minRows={2}
          maxRows={6}
          value={note}
          onChange={setNote}
          slotProps={{ htmlInput: { maxLength: LONGEST_NOTE } }}
        />
      </ConfirmDialog>
    </>
  );
};

interface ChoiceProps {
  readonly value: Resolution;
  readonly onChange: (value: Resolution) => void;
}

const Choice = ({ value, onChange }: ChoiceProps) => (
  <FormControl sx={{ mb: 2 }}>
    <FormLabel id="resolution">Resolution</FormLabel>
    <RadioGroup
      aria-labelledby="resolution"
      name="resolution"
      value={value}
      onChange={(_event, chosen) => {
        const resolution = keysOf(RESOLUTIONS).find((known) => known === chosen);
        if (resolution !== undefined) onChange(resolution);
      }}
    >
      {keysOf(RESOLUTIONS).map((resolution) => (
        <FormControlLabel
          key={resolution}
          value={resolution}
          control={<Radio size="small" />}
          sx={{ alignItems: 'flex-start', mb: 0.5, '& .MuiRadio-root': { py: 0.25 } }}
          label={
            <>
              {RESOLUTIONS[resolution].label}
              <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                {RESOLUTIONS[resolution].meaning}
              </Typography>
            </>
          }
        />
      ))}
    </RadioGroup>
  </FormControl>
);
