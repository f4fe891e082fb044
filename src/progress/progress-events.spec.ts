import { NO_PROGRESS, presentProgress, type StudentProgress } from './student-progress.js';
import { progressText } from './document-text.js';
import { changedParts } from './progress-events.js';
import { DEFAULT_SETTINGS } from '../settings/stored-settings.js';
import { milestoneRow, OWNER, versionRow } from '../../test/factories/progress-rows.js';

function textOf(progress: Partial<StudentProgress>, today = '2026-11-20'): string {
  return progressText(
    presentProgress({ ...NO_PROGRESS, ...progress }, new Map(), DEFAULT_SETTINGS, today).parts,
  );
}

const dissertation = (title: string) =>
  ({ ...OWNER, title, status: 'not_started', startedOn: null, defendedOn: null }) as const;

describe('which parts of a record changed', () => {
  it.each<[string, string, string, string[]]>([
    ['nothing', textOf({}), textOf({}), []],
    ['the day of the calculation alone', textOf({}), textOf({}, '2026-11-21'), []],
    ['a title', textOf({}), textOf({ dissertation: dissertation('T') }), ['dissertation']],
    [
      'a title that looks like a part',
      textOf({ dissertation: dissertation('a","milestones":[') }),
      textOf({ dissertation: dissertation('a","milestones":[{') }),
      ['dissertation'],
    ],
    ['a version', textOf({}), textOf({ versions: [versionRow()] }), ['versions']],
    [
      'a milestone, and what it does to the pacing',
      textOf({ milestones: [milestoneRow({ dueOn: '2026-12-01' })] }),
      textOf({ milestones: [milestoneRow({ dueOn: '2020-01-01' })] }),
      ['milestones', 'pacing'],
    ],
  ])('%s', (_, before, after, parts) => {
    expect(changedParts(before, after)).toEqual(parts);
  });
});
