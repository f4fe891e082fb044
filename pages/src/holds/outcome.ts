import { t } from '@lingui/core/macro';

import type { DecidedDto } from '../api/openapi';
import type { BatchOutcome } from '../ui/batch-results';
import { outcomeOf } from '../ui/batches';
import { type Decision, DECISIONS, HOLD_STATUSES } from './decisions';

/** A hold that had been decided otherwise before is a failure; the API answers that decision. */
function checked(result: DecidedDto, decision: Decision): DecidedDto {
  const { id, hold } = result;
  if (hold === undefined || hold.status === DECISIONS[decision].status) return result;
  return { id, ok: false, message: t`It had been decided before: ${HOLD_STATUSES[hold.status]}.` };
}

export function outcomeOfHolds(results: ReadonlyMap<string, DecidedDto>, decision: Decision): BatchOutcome {
  const asDecided = [...results].map(([id, result]) => [id, checked(result, decision)] as const);
  return outcomeOf(new Map(asDecided), DECISIONS[decision].done);
}
