import { apply, contextWith, seat } from '../../test/factories/applied-progress.js';
import { sameProgress } from './apply-progress.js';
import type { BulkProgressDto } from './dto/bulk-progress.dto.js';
import { DEFAULT_TEMPLATE } from './templates/default-template.js';

describe('the first milestone of a student', () => {
  const { after } = apply({
    milestones: [{ code: 'candidacy', status: 'completed', completedOn: '2026-02-20' }],
  });

  it('brings the whole template along', () => {
    expect(after.milestones).toMatchObject(DEFAULT_TEMPLATE);
    const begun = after.milestones.filter(({ status }) => status !== 'not_started');
    expect(begun.map(({ code }) => code)).toEqual(['candidacy']);
  });

  it('is not the one of a later template, which changes no student who has milestones', () => {
    const later = { ...contextWith(), template: [{ code: 'new', name: 'New', sequence: 1, required: true }] };
    const again = apply({ milestones: [{ code: 'concept_paper', status: 'submitted' }] }, after, later);
    expect(again.after.milestones.map(({ code }) => code)).toEqual(DEFAULT_TEMPLATE.map(({ code }) => code));
  });
});

describe('a milestone', () => {
  it('that no template names gets a name from its code and a place at the end', () => {
    const { after } = apply({
      milestones: [
        { code: 'art_show', status: 'not_started' },
        { code: 'b', status: 'waived' },
      ],
    });
    expect(after.milestones.slice(-2)).toMatchObject([
      { code: 'art_show', name: 'Art show', sequence: 180, required: true },
      { code: 'b', name: 'B', sequence: 190, required: true },
    ]);
  });

  const OWN = { name: 'The show', sequence: 5, required: false };

  it.each([
    ['that no template names keeps its name and place', 'art_show', OWN],
    [
      'of the template goes back to what the template says of it',
      'candidacy',
      { name: 'Candidacy', sequence: 50, required: true },
    ],
  ])('%s when these are not sent again', (_, code, expected) => {
    const first = apply({ milestones: [{ ...OWN, code, status: 'not_started' }] }).after;
    const second = apply({ milestones: [{ code, status: 'completed' }] }, first).after;
    const [stored] = second.milestones.filter((one) => one.code === code);
    expect(stored).toMatchObject({ ...expected, status: 'completed' });
  });
});

describe('a milestone of a template with an offset', () => {
  const template = [
    { code: 'candidacy', name: 'Candidacy', sequence: 10, required: true, dueAfterDays: 365 },
    { code: 'final_defense', name: 'Final defence', sequence: 20, required: true, dueAfterDays: 1000 },
    { code: 'art_show', name: 'Art show', sequence: 30, required: true },
  ];
  const context = { ...contextWith(), template, startsOn: '2024-09-01' };
  const datesOf = (milestones: readonly { code: string; dueOn: string | null }[]): object =>
    Object.fromEntries(milestones.map(({ code, dueOn }) => [code, dueOn]));
  const begun = apply({ milestones: [{ code: 'candidacy', status: 'in_progress' }] }, undefined, context);

  it('is due so many days after the first day of the month of entry, whichever is written first', () => {
    const dates = { candidacy: '2025-09-01', final_defense: '2027-05-29', art_show: null };
    expect(datesOf(begun.after.milestones)).toEqual(dates);
  });

  it('has no date when the month of entry is not known', () => {
    const unknown = { ...context, startsOn: null };
    const { after } = apply(
      { milestones: [{ code: 'candidacy', status: 'in_progress' }] },
      undefined,
      unknown,
    );
    expect(datesOf(after.milestones)).toEqual({ candidacy: null, final_defense: null, art_show: null });
  });

  it('keeps a date that was given, and no date, when it is written without one', () => {
    for (const dueOn of ['2026-01-01', null]) {
      const given = apply(
        { milestones: [{ code: 'candidacy', status: 'in_progress', dueOn }] },
        begun.after,
        context,
      );
      const later = apply({ milestones: [{ code: 'candidacy', status: 'completed' }] }, given.after, context);
      expect(datesOf(later.after.milestones)).toMatchObject({ candidacy: dueOn });
    }
  });

  it('is the same when the same is sent again', () => {
    const again = apply({ milestones: [{ code: 'candidacy', status: 'in_progress' }] }, begun.after, context);
    expect(sameProgress(again.after, begun.after)).toBe(true);
  });

  it('that the student has without a date gets none when the template gets an offset', () => {
    const without = apply({ milestones: [{ code: 'candidacy', status: 'in_progress' }] });
    const later = apply({ milestones: [{ code: 'candidacy', status: 'completed' }] }, without.after, context);
    expect(datesOf(later.after.milestones)).toMatchObject({ candidacy: null, final_defense: null });
  });
});

describe('parts that are not sent', () => {
  const full = apply({
    dissertation: { title: 'T', status: 'in_progress', startedOn: '2025-01-13' },
    versions: [{ number: 1, stage: 'proposal', status: 'draft' }],
    milestones: [{ code: 'candidacy', status: 'in_progress' }],
    committee: { members: [seat()] },
  }).after;

  it.each<[string, Partial<BulkProgressDto>]>([
    ['nothing is sent', {}],
    ['null is sent', { dissertation: null, versions: null, milestones: null, committee: null }],
    ['empty lists are sent', { versions: [], milestones: [] }],
  ])('stay as they are when %s', (_, sent) => {
    expect(apply(sent, full).after).toEqual(full);
  });

  it('are cleared inside a part that is sent', () => {
    const { dissertation } = apply({ dissertation: { title: 'T', status: 'in_progress' } }, full).after;
    expect(dissertation).toMatchObject({ startedOn: null });
    expect(apply({ committee: { members: [] } }, full).after).toMatchObject({
      members: [],
      milestones: full.milestones,
    });
  });

  it('include the other versions', () => {
    const another = { number: 3, stage: 'proposal', status: 'submitted' } as const;
    expect(apply({ versions: [another] }, full).after.versions.map(({ number }) => number)).toEqual([1, 3]);
  });
});

describe('progress', () => {
  const version = { number: 2, stage: 'proposal', status: 'submitted' } as const;
  const sent: Partial<BulkProgressDto> = {
    dissertation: { title: 'T', status: 'in_progress' },
    versions: [{ ...version, submittedAt: '2026-02-01T09:30:00+01:00' }],
    milestones: [{ code: 'candidacy', status: 'in_progress' }],
    committee: { members: [seat(), seat({ facultyId: '951000002', role: 'member' })] },
  };

  it('is the same after the same was sent again, in any order of its rows', () => {
    const first = apply(sent).after;
    const reread = {
      ...first,
      milestones: [...first.milestones].reverse(),
      members: [...first.members].reverse(),
    };
    expect(sameProgress(apply(sent, reread).after, first)).toBe(true);
  });

  it.each<[string, Partial<BulkProgressDto>]>([
    ['a title', { dissertation: { title: 'U', status: 'in_progress' } }],
    ['a moment', { versions: [{ ...version, submittedAt: '2026-02-01T09:30:00Z' }] }],
    ['a due date', { milestones: [{ code: 'candidacy', status: 'in_progress', dueOn: '2027-01-01' }] }],
    [
      'the order of members',
      { committee: { members: [seat({ facultyId: '951000002', role: 'member' }), seat()] } },
    ],
    ['a member less', { committee: { members: [seat()] } }],
  ])('is another with %s', (_, change) => {
    const first = apply(sent).after;
    expect(sameProgress(apply(change, first).after, first)).toBe(false);
  });
});
