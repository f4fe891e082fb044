import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { ConflictDetailDto, DecideConflictDto } from '../api/openapi';
import { outcomeOf, type Result } from '../selection/batches';
import { oneByOne } from '../selection/one-by-one';
import type { BatchOutcome } from '../ui/batch-results';
import { ConfirmDialog } from '../ui/confirm-dialog';

function useIgnoring() {
  const api = useAdminApi();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const renew = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: ['attention'] });
  };
  const takeBack = async (ids: readonly string[]): Promise<BatchOutcome> => {
    const sent = await oneByOne(ids, (id) => api.post<ConflictDetailDto>(`conflicts/${id}/undo`)).finally(
      renew,
    );
    return outcomeOf(sent, t`taken back: they wait again as soon as they are sent again`);
  };
  return async (ids: readonly string[]): Promise<[BatchOutcome, ReadonlyMap<string, Result>]> => {
    const own: string[] = [];
    const sent = await oneByOne(ids, async (id) => {
      const body: DecideConflictDto = { decision: 'ignore' };
      const { meta } = await api.post<ConflictDetailDto>(`conflicts/${id}/decide`, body);
      if (meta['repeated'] !== true) own.push(id);
    }).finally(renew);
    return [{ ...outcomeOf(sent, t`ignored`), undo: () => takeBack(own) }, sent.results];
  };
}

interface IgnoreConflictsProps {
  readonly ids: readonly string[];
  readonly onIgnored: (outcome: BatchOutcome, results: ReadonlyMap<string, Result>) => void;
}

/** The only decision that several conflicts can have: the others follow from comparing two people. */
export const IgnoreConflicts = ({ ids, onIgnored }: IgnoreConflictsProps) => {
  const [open, setOpen] = useState(false);
  const ignore = useIgnoring();
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-keyshortcuts="i"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Trans>Ignore</Trans>
      </Button>
      <ConfirmDialog
        open={open}
        title={plural(ids.length, { one: 'Ignore # conflict?', other: 'Ignore # conflicts?' })}
        confirm={t`Ignore`}
        onConfirm={async () => {
          onIgnored(...(await ignore(ids)));
        }}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography>
          <Trans>
            Their rows stay answered as they are now, and are asked about no more. To say whether two users
            are one, open each conflict.
          </Trans>
        </Typography>
      </ConfirmDialog>
    </>
  );
};
