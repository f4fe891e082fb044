import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import RuleIcon from '@mui/icons-material/Rule';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { ResolvedDto, ResolveSelectionDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { inBatches, outcomeOf } from '../selection/batches';
import type { BatchOutcome } from '../ui/batch-results';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { NoteInput, noteIn } from '../ui/note-input';
import { ResolutionChoice } from './resolution-choice';
import { NOTE_HINT, type Resolution } from './resolutions';

interface ResolveButtonProps {
  readonly ids: readonly string[];
  readonly onDone: (outcome: BatchOutcome, results: ReadonlyMap<string, ResolvedDto>) => void;
  readonly size?: 'small';
}

/** Asks how to resolve these discrepancies, and resolves all of them in that way. */
export const ResolveButton = ({ ids, onDone, size }: ResolveButtonProps) => {
  const [open, setOpen] = useState(false);
  const [resolution, setResolution] = useState<Resolution>();
  const [note, setNote] = useState('');
  const api = useAdminApi();
  const resolve = async () => {
    if (resolution === undefined) return;
    const sent = await inBatches(ids, async (some) => {
      const body: ResolveSelectionDto = { ids: [...some], resolution, ...noteIn(note) };
      const { data } = await api.post<ResolvedDto[]>('discrepancies/resolve', body);
      return data;
    });
    onDone(outcomeOf(sent, t`resolved`), sent.results);
  };
  return (
    <IfMay act="operate">
      <Button
        variant="contained"
        startIcon={<RuleIcon />}
        size={size}
        onClick={() => {
          setNote('');
          setResolution(undefined);
          setOpen(true);
        }}
      >
        <Trans>Resolve</Trans>
      </Button>
      <ConfirmDialog
        open={open}
        title={plural(ids.length, { one: 'Resolve the discrepancy', other: 'Resolve # discrepancies' })}
        confirm={t`Resolve`}
        isReady={resolution !== undefined}
        onConfirm={resolve}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Box sx={{ mb: 2 }}>
          <ResolutionChoice
            label={t`Resolution`}
            name="resolution"
            value={resolution}
            onChange={setResolution}
          />
        </Box>
        <NoteInput hint={NOTE_HINT} value={note} onChange={setNote} />
      </ConfirmDialog>
    </IfMay>
  );
};
