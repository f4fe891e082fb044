import { t } from '@lingui/core/macro';

import type { DecidedDto } from '../api/openapi';
import { outcomeOf, type Sent } from '../selection/batches';
import type { BatchOutcome } from '../ui/batch-results';
import { type Decision, DECISIONS, HOLD_STATUSES } from './decisions';

/** A hold that had been decided otherwise before is a failure; the API answers that decision. */
function checked(result: DecidedDto, decision: Decision): DecidedDto {
  const { id, hold } = result;
  if (hold === undefined || hold.status === DECISIONS[decision].status) return result;
  return { id, ok: false, message: t`It had been decided before: ${HOLD_STATUSES[hold.status]}.` };
}

export function outcomeOfHolds(sent: Sent<DecidedDto>, decision: Decision): BatchOutcome {
  const asDecided = [...sent.results].map(([id, result]) => [id, checked(result, decision)] as const);
  return outcomeOf({ ...sent, results: new Map(asDecided) }, DECISIONS[decision].done);
}
