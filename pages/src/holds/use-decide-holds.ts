import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useGetIdentity, useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { DecidedDto, DecideSelectionDto, PreviewDecisionDto, ReopenHoldsDto } from '../api/openapi';
import { inBatches, outcomeOf } from '../selection/batches';
import type { BatchOutcome } from '../ui/batch-results';
import { DECISIONS, type HoldDecision } from './decisions';
import { outcomeOfHolds } from './outcome';

/** The API previews so many at once. */
const MOST_PREVIEWED = 100;

/** Of these holds, what the dialogs preview; undefined of more than can be previewed. */
export function previewedOf(ids: readonly string[]): PreviewDecisionDto | undefined {
  return ids.length <= MOST_PREVIEWED ? { ids: [...ids] } : undefined;
}

interface DecidedHolds {
  readonly results: ReadonlyMap<string, DecidedDto>;
  /** With an undo, where this act has decided any. */
  readonly outcome: BatchOutcome;
}

/** Decides about holds, and takes decisions back; what is shown of them is read again. */
export function useDecideHolds() {
  const api = useAdminApi();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { identity } = useGetIdentity();
  const renew = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: ['attention'] });
  };
  const takeBack = async (ids: readonly string[]): Promise<BatchOutcome> => {
    const sent = await inBatches(ids, async (some) => {
      const body: ReopenHoldsDto = { ids: [...some] };
      return (await api.post<DecidedDto[]>('holds/reopen', body)).data;
    }).finally(renew);
    return outcomeOf(sent, t`held again`);
  };
  const decide = async (ids: readonly string[], what: HoldDecision): Promise<DecidedHolds> => {
    const { decision } = what;
    const sent = await inBatches(ids, async (some) => {
      const body: DecideSelectionDto = { ...what, ids: [...some] };
      return (await api.post<DecidedDto[]>('holds/decide', body)).data;
    }).finally(renew);
    const { results } = sent;
    // What another administrator has decided before is not taken back here.
    const me = `admin:${String(identity?.id)}`;
    const own = [...results.values()].flatMap(({ id, hold }) =>
      hold?.status === DECISIONS[decision].status && hold.decidedBy === me ? [id] : [],
    );
    const outcome = outcomeOfHolds(sent, decision);
    return { results, outcome: own.length === 0 ? outcome : { ...outcome, undo: () => takeBack(own) } };
  };
  return { decide, takeBack };
}
