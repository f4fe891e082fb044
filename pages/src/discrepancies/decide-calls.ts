import { plural, t } from '@lingui/core/macro';

import type { AdminDataProvider } from '../api/data-provider';
import { messageOf } from '../api/http';
import type { GroupsPreviewDto, GroupsResolvedDto, ResolveGroupsDto } from '../api/openapi';
import type { BatchOutcome, Failure } from '../ui/batch-results';
import { fieldInWords } from '../mappings/record-fields';
import { differencesInWords } from './group-consequences';
import { undoAll } from './undo-calls';

interface Totals {
  resolved: number;
  submissions: number;
  rules: number;
  /** How many submissions could not be decided. */
  failed: number;
  /** The IDs of what was decided. */
  readonly decided: string[];
  readonly failures: Failure[];
}

function add(totals: Totals, { resolved, decided, submissions, rules, failures }: GroupsResolvedDto): void {
  totals.resolved += resolved;
  totals.decided.push(...decided);
  totals.submissions += submissions;
  totals.rules += rules;
  totals.failed += failures.length;
  for (const { submissionId, fields, message } of failures) {
    totals.failures.push({ id: submissionId, message: `${fields.map(fieldInWords).join(', ')}: ${message}` });
  }
}

/** @param expected how many submissions the dialog has shown */
function outcomeOf(totals: Totals, expected: number): BatchOutcome {
  const { resolved, submissions, rules, failures } = totals;
  const others = expected - submissions - totals.failed;
  const done = [
    t`${differencesInWords(resolved, submissions)} decided`,
    ...(rules > 0 ? [plural(rules, { one: '# rule made', other: '# rules made' })] : []),
    ...(others > 0
      ? [
          plural(others, {
            one: '# submission was decided or changed by others meanwhile',
            other: '# submissions were decided or changed by others meanwhile',
          }),
        ]
      : []),
  ];
  return { done: done.join('; '), doneCount: resolved, failures };
}

/** Rules of the decision stay: they decide what is found later, which the decision was not about. */
async function takeBack(api: AdminDataProvider, { decided, rules }: Totals): Promise<BatchOutcome> {
  const outcome = await undoAll(api, decided);
  if (rules === 0) return outcome;
  const stay = plural(rules, { one: 'the rule stays in force', other: 'the # rules stay in force' });
  return { ...outcome, done: `${outcome.done}; ${stay}` };
}

/**
 * Decides call after call, since one decides a bounded number. When a later one fails, what was decided stays so.
 * @param said what the dialog has shown
 * @param onProgress gets the number of submissions that are done
 */
export async function decideAll(
  api: AdminDataProvider,
  body: ResolveGroupsDto,
  said: GroupsPreviewDto,
  onProgress: (submissions: number) => void,
): Promise<BatchOutcome> {
  const totals: Totals = { resolved: 0, submissions: 0, rules: 0, failed: 0, decided: [], failures: [] };
  const undo = () => takeBack(api, totals);
  let next: string | null = null;
  do {
    const call: ResolveGroupsDto = next === null ? body : { ...body, cursor: next };
    try {
      const { data } = await api.post<GroupsResolvedDto>('discrepancy-groups/resolve', call);
      add(totals, data);
      next = data.nextCursor;
    } catch (error) {
      if (next === null) throw error;
      const rest = { id: t`The other submissions`, message: messageOf(error) };
      const { submissions, failed, failures } = totals;
      return { ...outcomeOf({ ...totals, failures: [...failures, rest] }, submissions + failed), undo };
    }
    onProgress(totals.submissions + totals.failed);
  } while (next !== null);
  return { ...outcomeOf(totals, said.submissions + said.refused), undo };
}
