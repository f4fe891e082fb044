import { HOLD_REASONS, type HoldReason } from '../../users/deprovisioning-limits/held-request.entity.js';
import type { PageRange } from '../../http/lists/list-query.js';
import { QUESTION_KINDS, type QuestionKind } from '../../users/model/outcome.js';

export const DECISION_KINDS = ['hold', 'conflict', 'discrepancy', 'rule'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** Why a group of discrepancies waits: there is one reason only. */
export const FORM_DIFFERS = 'form_differs';
/** Why a rule about discrepancies waits. */
export const RULE_UNUSED = 'rule_unused';
export const DECISION_REASONS = [...HOLD_REASONS, ...QUESTION_KINDS, FORM_DIFFERS, RULE_UNUSED] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

/** What does the same harm while it waits; within a lane, the oldest comes first. */
export type Lane =
  | { readonly kind: 'hold'; readonly reasons: readonly HoldReason[] }
  | { readonly kind: 'conflict'; readonly reasons: readonly QuestionKind[] }
  | { readonly kind: 'discrepancy'; readonly reasons: readonly [typeof FORM_DIFFERS] }
  | { readonly kind: 'rule'; readonly reasons: readonly [typeof RULE_UNUSED] };

/**
 * The order of harm (docs/decisions/0085): an account that may be another person's now; people who are kept out;
 * people who may have left and keep their access, those first whose departure concerns students; forms that wait; rules
 * that may decide the next form as no one wants any more; and at last erased people who are sent again, about whom
 * nothing is stored.
 */
export const LANES: readonly Lane[] = [
  { kind: 'conflict', reasons: ['possible_reassignment'] },
  { kind: 'conflict', reasons: ['email_taken', 'number_taken', 'adopt_by_email'] },
  { kind: 'hold', reasons: ['committee_impact'] },
  { kind: 'hold', reasons: ['limit', 'pause'] },
  { kind: 'discrepancy', reasons: [FORM_DIFFERS] },
  { kind: 'rule', reasons: [RULE_UNUSED] },
  { kind: 'conflict', reasons: ['erased'] },
];

/** How many decisions of one reason wait. */
export interface ReasonCount {
  readonly kind: DecisionKind;
  readonly reason: DecisionReason;
  readonly count: number;
}

export interface ChosenReasons {
  readonly kind?: DecisionKind | undefined;
  readonly reason?: DecisionReason | undefined;
}

/** Whether a reason is chosen by the filters. */
export function isChosen(
  { kind, reason }: ChosenReasons,
  one: { readonly kind: DecisionKind; readonly reason: DecisionReason },
): boolean {
  return (kind === undefined || kind === one.kind) && (reason === undefined || reason === one.reason);
}

/** The part of a lane that a page has. */
export interface LanePart {
  readonly lane: Lane;
  readonly range: PageRange;
}

/**
 * The lanes that a page of the whole list reaches into.
 * @param counts of the reasons that are chosen
 */
export function partsOf(counts: readonly ReasonCount[], { offset, limit }: PageRange): LanePart[] {
  const parts: LanePart[] = [];
  let before = 0;
  for (const lane of LANES) {
    const ofLane = counts.filter((one) => lane.reasons.some((reason) => reason === one.reason));
    const total = ofLane.reduce((sum, { count }) => sum + count, 0);
    const first = Math.max(offset - before, 0);
    const end = Math.min(offset + limit - before, total);
    if (end > first)
      parts.push({ lane: withReasons(lane, ofLane), range: { offset: first, limit: end - first } });
    before += total;
  }
  return parts;
}

/** A lane with those of its reasons that are counted. */
function withReasons(lane: Lane, counts: readonly ReasonCount[]): Lane {
  const isCounted = (reason: DecisionReason): boolean =>
    counts.some((one) => one.reason === reason && one.count > 0);
  if (lane.kind === 'hold') return { kind: lane.kind, reasons: lane.reasons.filter(isCounted) };
  if (lane.kind === 'conflict') return { kind: lane.kind, reasons: lane.reasons.filter(isCounted) };
  return lane;
}
