/**
 * The pure rules whose code is mutated. A rule is tested by the unit tests that stand beside its files, and by no
 * others: so each mutant runs few.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const RULES = {
  transitions: ['src/submissions/review-workflow.ts', 'src/submissions/event-time.ts'],
  steps: [
    'src/sync/entities/eligibility.ts',
    'src/sync/steps/decide-transition.ts',
    'src/sync/steps/step.ts',
    'src/sync/targets/choose-item.ts',
  ],
  merge: ['src/users/model/fields/field-changes.ts', 'src/users/model/fields/merge.ts'],
  pacing: ['src/progress/pacing/pacing.ts'],
  matching: [
    'src/users/matching/candidate-index.ts',
    'src/users/matching/moving-addresses.ts',
    'src/users/matching/named-addresses.ts',
    'src/users/matching/plan-batch.ts',
    'src/users/matching/reassignment.ts',
    'src/users/matching/targets.ts',
  ],
  limits: [
    'src/users/deprovisioning-limits/allowance.ts',
    'src/users/deprovisioning-limits/apply-thresholds.ts',
    'src/users/deprovisioning-limits/limited-plan.ts',
    'src/users/deprovisioning-limits/rejections.ts',
    'src/users/deprovisioning-limits/reopening.ts',
  ],
  undo: ['src/users/undo/decide-undo.ts', 'src/users/undo/settle-keys.ts'],
};

/** The rule that is mutated now. */
export const rule = process.env.MUTATION_RULE ?? '';

export const files = RULES[rule] ?? [];
