import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import PauseIcon from '@mui/icons-material/Pause';
import PlayArrowIcon from '@mui/icons-material/PlayArrow';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { PauseSystemDto, TargetSystemDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { systemWords } from '../ui/system-words';
import { TextInput } from '../ui/text-input';

interface PauseButtonProps {
  readonly system: TargetSystemDto;
  readonly size?: 'small';
}

/** Stops that items of a target system are handed out, or lets it go on, after a confirmation. */
export const PauseButton = ({ system, size }: PauseButtonProps) => {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const api = useAdminApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const isPaused = system.paused !== null;
  const name = systemWords(system.name);
  const send = async () => {
    const { targetSystem } = system;
    const body: PauseSystemDto = isPaused
      ? { targetSystem }
      : { targetSystem, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
    await api.post<TargetSystemDto>(isPaused ? 'connectors/resume' : 'connectors/pause', body);
    notify(isPaused ? t`${name} is resumed` : t`${name} is paused`, { type: 'success' });
    await queries.invalidateQueries({ queryKey: ['connectors'] });
  };
  return (
    <IfMay act="operate">
      <Button
        variant="outlined"
        size={size}
        startIcon={isPaused ? <PlayArrowIcon /> : <PauseIcon />}
        aria-label={isPaused ? t`Resume ${name}` : t`Pause ${name}`}
        onClick={() => {
          setReason('');
          setOpen(true);
        }}
      >
        {isPaused ? t`Resume` : t`Pause`}
      </Button>
      <ConfirmDialog
        open={open}
        title={isPaused ? t`Resume ${name}?` : t`Pause ${name}?`}
        confirm={isPaused ? t`Resume` : t`Pause`}
        onConfirm={send}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography sx={{ mb: isPaused ? 0 : 2 }}>
          {isPaused ? (
            t`Connectors are handed its items again, the longest waiting first.`
          ) : (
            <Trans>
              Connectors are handed nothing of it until it is resumed; new items wait. What they hold already
              they may finish and report.
            </Trans>
          )}
        </Typography>
        {!isPaused && (
          <TextInput
            label={t`Reason`}
            name="reason"
            value={reason}
            onChange={setReason}
            hint={t`Optional; shown to other administrators and kept in the audit log`}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        )}
      </ConfirmDialog>
    </IfMay>
  );
};
