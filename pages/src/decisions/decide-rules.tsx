import { plural, t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { RuleDto } from '../api/openapi';
import { outcomeOf, type Result } from '../selection/batches';
import { oneByOne } from '../selection/one-by-one';
import type { BatchOutcome } from '../ui/batch-results';
import { ConfirmDialog } from '../ui/confirm-dialog';

type Act = 'keep' | 'remove';

const ACTS = {
  keep: {
    label: t`Keep in force`,
    key: 'f',
    done: t`kept in force`,
    meaning: t`They go on deciding what is found, and wait here again when they have decided nothing for long.`,
  },
  remove: {
    label: t`Remove`,
    key: 'r',
    done: t`removed`,
    meaning: t`What they have decided stays decided. What is found from now on waits for a person.`,
  },
} as const satisfies Record<Act, unknown>;

function titleOf(act: Act, count: number): string {
  return act === 'keep'
    ? plural(count, { one: 'Keep # rule in force?', other: 'Keep # rules in force?' })
    : plural(count, { one: 'Remove # rule?', other: 'Remove # rules?' });
}

interface DecideRulesProps {
  readonly ids: readonly string[];
  readonly onDecided: (outcome: BatchOutcome, results: ReadonlyMap<string, Result>) => void;
}

/** Keeps rules about discrepancies in force or removes them, after a confirmation. */
export const DecideRules = ({ ids, onDecided }: DecideRulesProps) => {
  const [asked, setAsked] = useState<Act>('keep');
  const [open, setOpen] = useState(false);
  const api = useAdminApi();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const decide = async () => {
    const call = (id: string): Promise<unknown> =>
      asked === 'keep'
        ? api.post<RuleDto>(`discrepancy-rules/${id}/keep`)
        : api.remove(`discrepancy-rules/${id}`);
    const sent = await oneByOne(ids, call).finally(() => {
      refresh();
      void queries.invalidateQueries({ queryKey: ['attention'] });
    });
    onDecided(outcomeOf(sent, ACTS[asked].done), sent.results);
  };
  const buttonFor = (act: Act) => (
    <Button
      size="small"
      variant="outlined"
      color={act === 'remove' ? 'error' : 'primary'}
      aria-keyshortcuts={ACTS[act].key}
      onClick={() => {
        setAsked(act);
        setOpen(true);
      }}
    >
      {ACTS[act].label}
    </Button>
  );
  return (
    <>
      {buttonFor('keep')}
      {buttonFor('remove')}
      <ConfirmDialog
        open={open}
        title={titleOf(asked, ids.length)}
        confirm={ACTS[asked].label}
        danger={asked === 'remove'}
        onConfirm={decide}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography>{ACTS[asked].meaning}</Typography>
      </ConfirmDialog>
    </>
  );
};
