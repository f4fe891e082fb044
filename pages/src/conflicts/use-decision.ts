import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import { fieldErrors, isRefusal } from '../api/http';
import type { ConflictDetailDto, DecideConflictDto } from '../api/openapi';
import { noteIn } from '../ui/note-input';
import { fieldWords } from '../ui/words';
import type { Outcome } from './decision-note';
import { type Decision, DECISIONS } from './kinds';

/** `950000001.firstName` as "First name of 950000001"; an ID alone is of a user who is not stored any more. */
function changeInWords(change: string): string {
  const [userId = '', ...field] = change.split('.');
  if (field.length === 0) return t`User ${userId}`;
  const name = fieldWords(field.join('.'));
  return t`${name} of ${userId}`;
}

function outcomeOf({ decision, decidedByLabel }: ConflictDetailDto, isRepeated: boolean): Outcome {
  const answer = decision === null ? '' : DECISIONS[decision];
  if (!isRepeated) return { severity: 'success', text: t`Decided: ${answer}.` };
  const who = decidedByLabel ?? t`Another administrator`;
  return { severity: 'info', text: t`${who} had decided before you: ${answer}. Nothing was changed.` };
}

/** Decides a conflict or takes the decision back, and keeps what became of it. */
export function useDecision({ id }: Pick<ConflictDetailDto, 'id'>, refetch: () => Promise<unknown>) {
  const api = useAdminApi();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const settle = async (work: () => Promise<Outcome>) => {
    const settled = await work().catch((error: unknown): Outcome => {
      if (!isRefusal(error, 'CONFLICT_CHANGED')) throw error;
      const changes = Object.keys(fieldErrors(error)).map(changeInWords).join(', ');
      return {
        severity: 'warning',
        text: t`Nothing was decided. Changed meanwhile: ${changes}. The page now shows the present values.`,
      };
    });
    await Promise.all([refetch(), queries.invalidateQueries({ queryKey: ['attention'] })]);
    // Last, when the dialog closes: it takes the focus, which is not to be on a page behind a dialog.
    setOutcome(settled);
  };
  return {
    outcome,
    decide: (decision: Decision, note: string) =>
      settle(async () => {
        const body: DecideConflictDto = { decision, ...noteIn(note) };
        const { data, meta } = await api.post<ConflictDetailDto>(`conflicts/${id}/decide`, body);
        return outcomeOf(data, meta['repeated'] === true);
      }),
    takeBack: () =>
      settle(async () => {
        await api.post<ConflictDetailDto>(`conflicts/${id}/undo`);
        return { severity: 'success', text: t`The decision was taken back.` };
      }),
  };
}
