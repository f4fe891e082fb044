import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import ReplayIcon from '@mui/icons-material/Replay';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { ReplayedDto, ReplaySelectionDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { inBatches, outcomeOf } from '../selection/batches';
import type { BatchOutcome } from '../ui/batch-results';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { TextInput } from '../ui/text-input';
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
  const [includeUndecided, setIncludeUndecided] = useState(false);
  const api = useAdminApi();
  const mayOperate = useMay('operate');
  if (!mayOperate) return null;
  const replay = async () => {
    const targetSystem = target.trim();
    const sent = await inBatches(itemIds, async (some) => {
      const named = some.map(itemKeyOf);
      const items =
        targetSystem === '' ? named : named.map(({ submissionId }) => ({ submissionId, targetSystem }));
      const body: ReplaySelectionDto = { items, includeUndecided };
      return (await api.post<ReplayedDto[]>('queue/replay', body)).data;
    });
    onDone(outcomeOf(sent, t`queued`), sent.results);
  };

  return (
    <>
      <Button
        variant="contained"
        startIcon={<ReplayIcon />}
        size={size}
        onClick={() => {
          setTarget('');
          setIncludeUndecided(false);
          setOpen(true);
        }}
      >
        <Trans>Replay</Trans>
      </Button>
      <ConfirmDialog
        open={open}
        title={plural(itemIds.length, { one: 'Replay the item?', other: 'Replay # items?' })}
        confirm={t`Replay`}
        onConfirm={replay}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography sx={{ mb: 2 }}>
          <Trans>
            <Plural
              value={itemIds.length}
              one="The item is set to “Queued” from any status, and the last error is cleared."
              other="The items are set to “Queued” from any status, and the last error is cleared."
            />{' '}
            Items that wait for a decision are left out.
          </Trans>
        </Typography>
        <FormControlLabel
          sx={{ mb: 2 }}
          label={t`Also those without a decision`}
          control={
            <Checkbox
              checked={includeUndecided}
              onChange={(_event, checked) => {
                setIncludeUndecided(checked);
              }}
            />
          }
        />
        <Autocomplete
          freeSolo
          clearText={t`Clear`}
          options={KNOWN_SYSTEMS}
          inputValue={target}
          onInputChange={(_event, value) => {
            setTarget(value);
          }}
          renderInput={(params) => (
            <TextInput
              {...params}
              label={t`Target system`}
              name="items.0.targetSystem"
              hint={t`Empty: the target system stays as it is`}
              value={target}
              onChange={setTarget}
            />
          )}
        />
      </ConfirmDialog>
    </>
  );
};
