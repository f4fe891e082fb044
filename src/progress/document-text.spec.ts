import { milestoneRow, OWNER } from '../../test/factories/progress-rows.js';
import { fc } from '../../test/support/fast-check.js';
import { settingsOf } from '../settings/stored-settings.js';
import { blankUser } from '../users/model/fields/merge.js';
import { changedAtText } from '../tenancy/walks/walk-source.js';
import { parseProgressText, personText, progressText, removalText } from './document-text.js';
import { NO_PROGRESS, presentProgress, type StudentProgress } from './student-progress.js';

const SETTINGS = settingsOf('test.example.edu', null);
const { tenantId: TENANT, studentId: ID } = OWNER;

function progressOf(title: string, name: string): StudentProgress {
  return {
    ...NO_PROGRESS,
    dissertation: { ...OWNER, title, status: 'in_progress', startedOn: '2025-01-13', defendedOn: null },
    milestones: [milestoneRow({ name, dueOn: '2027-01-01' })],
  };
}

describe('the stored text of the work', () => {
  it('reads as what was written, whatever the titles hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (title, name) => {
        const { parts } = presentProgress(progressOf(title, name), new Map(), SETTINGS, '2026-11-20');
        expect(parseProgressText(progressText(parts))).toEqual(parts);
      }),
    );
  });
});

describe('a removal', () => {
  it.each(['S-"77"', null])(
    'says who it is, with the legacyNumber %s, and when the record went',
    (number) => {
      const text = `{${removalText(blankUser(TENANT, ID, number, new Date()))}${changedAtText(Date.UTC(2026, 10, 19))}`;
      expect(JSON.parse(text)).toEqual({
        studentId: ID,
        legacyNumber: number,
        removed: true,
        changedAt: '2026-11-19T00:00:00.000Z',
      });
    },
  );
});

describe('a record', () => {
  it('is the person, the work and the stamp, put together without parsing', () => {
    const shown = {
      email: 'é@test.example.edu',
      firstName: '}{',
      lastName: '\\',
      programId: null,
      monthOfEntry: 9,
      yearOfEntry: 2024,
    };
    const user = { ...blankUser(TENANT, ID, 'S-"77"', new Date()), ...shown };
    const { parts } = presentProgress(progressOf('"', ','), new Map(), SETTINGS, '2026-11-20');
    const text = `{${personText(user)},${progressText(parts)}${changedAtText(Date.UTC(2026, 10, 19, 22, 10, 4, 120))}`;

    const { dissertation, milestones, pacing, committee } = parts;
    expect(JSON.parse(text)).toEqual({
      studentId: ID,
      legacyNumber: 'S-"77"',
      ...shown,
      accountStatus: 'active',
      schoolProgram: null,
      degree: null,
      dissertation,
      milestones,
      pacing,
      committee,
      changedAt: '2026-11-19T22:10:04.120Z',
    });
  });
});
