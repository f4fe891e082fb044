import ReplayIcon from '@mui/icons-material/Replay';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { ReplayedDto, ReplaySelectionDto } from '../api/openapi';
import type { BatchOutcome } from '../ui/batch-results';
import { inBatches, outcomeOf } from '../ui/batches';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { itemKeyOf } from './item-key';

const KNOWN_SYSTEMS = ['SIS', 'CRM', 'LMS'];

interface ReplayButtonProps {
  readonly itemIds: readonly string[];
  readonly onDone: (outcome: BatchOutcome, results: ReadonlyMap<string, ReplayedDto>) => void;
  readonly size?: 'small';
}

/** Puts items of any status back into the queue, after a confirmation. */
export const ReplayButton = ({ itemIds, onDone, size }: ReplayButtonProps) => {
  const [open, setOpen] = useState(false);
  const [target, setTarget] = useState('');
  const api = useAdminApi();
  const replay = async () => {
    const targetSystem = target.trim();
    const results = await inBatches(itemIds, async (some) => {
      const named = some.map(itemKeyOf);
      const items =
        targetSystem === '' ? named : named.map(({ submissionId }) => ({ submissionId, targetSystem }));
      const body: ReplaySelectionDto = { items };
      return (await api.post<ReplayedDto[]>('queue/replay', body)).data;
    });
    onDone(outcomeOf(results, 'queued'), results);
  };
  const what = itemIds.length === 1 ? 'the item' : `${itemIds.length} items`;
  return (
    <>
      <Button
        variant="contained"
        startIcon={<ReplayIcon />}
        size={size}
        onClick={() => {
          setTarget('');
          setOpen(true);
        }}
      >
        Replay
      </Button>
      <ConfirmDialog
        open={open}
        title={`Replay ${what}?`}
        confirm="Replay"
        onConfirm={replay}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography sx={{ mb: 2 }}>
          {itemIds.length === 1 ? 'The item is' : 'The items are'} set to “Queued” from any status, and the
          last error is cleared. Open discrepancies do not prevent a replay.
        </Typography>
        <Autocomplete
          freeSolo
          options={KNOWN_SYSTEMS}
          inputValue={target}
          onInputChange={(_event, value) => {
            setTarget(value);
          }}
          renderInput={(params) => (
            <TextField
              {...params}
              label="Target system"
              helperText="Empty: the target system stays as it is"
            />
          )}
        />
      </ConfirmDialog>
    </>
  );
};
