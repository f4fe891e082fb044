import { due, milestone, pacingOf } from '../../../test/factories/pacing-facts.js';
import type { PacingReason, PacingStatus, VersionStatus } from '../progress-enums.js';
import type { PacedMilestone, PacingFacts } from './pacing.js';

describe('reasons', () => {
  const late = milestone({ dueOn: due(-1) });
  const soon = milestone({ code: 'soon', dueOn: due(14) });
  const versions = (...statuses: VersionStatus[]): PacingFacts['versions'] =>
    statuses.map((status) => ({ stage: 'proposal', status }));

  it.each<[string, Partial<PacingFacts>, PacingReason[]]>([
    ['something late', { milestones: [late] }, ['milestone_overdue']],
    ['something due soon', { milestones: [soon] }, ['milestone_due_soon']],
    ['both', { milestones: [late, soon] }, ['milestone_overdue', 'milestone_due_soon']],
    ['no version', { milestones: [late], versions: [] }, ['milestone_overdue', 'nothing_submitted']],
    [
      'drafts alone',
      { milestones: [late], versions: versions('draft', 'withdrawn') },
      ['milestone_overdue', 'nothing_submitted'],
    ],
    [
      'one submission',
      { milestones: [late], versions: versions('draft', 'submitted') },
      ['milestone_overdue'],
    ],
    [
      'a missing role',
      { milestones: [late], missingRoles: ['chair'] },
      ['milestone_overdue', 'committee_incomplete'],
    ],
    [
      'three versions without approval',
      { milestones: [late], versions: versions('revisions_requested', 'revisions_requested', 'resubmitted') },
      ['milestone_overdue', 'revision_loop'],
    ],
    [
      'everything at once, in the order of the contract',
      { milestones: [late, soon], versions: versions('draft', 'draft', 'draft'), missingRoles: ['chair'] },
      [
        'milestone_overdue',
        'milestone_due_soon',
        'nothing_submitted',
        'revision_loop',
        'committee_incomplete',
      ],
    ],
  ])('are given for %s', (_, given, reasons) => {
    expect(pacingOf(given).reasons).toEqual(reasons);
  });

  it.each<[string, PacingFacts['versions']]>([
    ['one of them was approved', versions('approved', 'revisions_requested', 'resubmitted')],
    ['one of them is final', versions('revisions_requested', 'resubmitted', 'final')],
    ['one of them was withdrawn', versions('withdrawn', 'revisions_requested', 'resubmitted')],
    [
      'the last one is of another stage',
      [...versions('submitted', 'submitted', 'submitted'), { stage: 'final_manuscript', status: 'draft' }],
    ],
  ])('are no revision loop when %s', (_, given) => {
    expect(pacingOf({ milestones: [late], versions: given }).reasons).toEqual(['milestone_overdue']);
  });

  it.each<[PacingStatus, PacedMilestone[]]>([
    ['on_track', [milestone({ dueOn: due(60) })]],
    ['ahead', [milestone({ status: 'completed', dueOn: due(60) }), milestone({ code: 'b', dueOn: due(90) })]],
    ['completed', [milestone({ status: 'completed' })]],
  ])('are not given for %s, whatever else holds', (status, milestones) => {
    const pacing = pacingOf({ milestones, versions: [], missingRoles: ['chair'] });
    expect(pacing).toMatchObject({ status, reasons: [] });
  });
});
