import type { ProgressRecordDto } from '../../../src/progress/dto/progress-record.dto.js';

/** What no source says. */
const OF_SERVICE = new Set(['studentId', 'pacing', 'changedAt']);

/** @param numbers the source's number of every person by the service's ID */
export function comparable(record: ProgressRecordDto, numbers: ReadonlyMap<string, string>): object {
  const { committee } = record;
  const ofSource = Object.entries(record).filter(([name]) => !OF_SERVICE.has(name));
  const members = committee.members.map(({ facultyId, ...seat }) => ({
    facultyId: numbers.get(facultyId),
    ...seat,
  }));
  return { ...Object.fromEntries(ofSource), committee: { ...committee, members } };
}

/** The counts of the records. */
export function countsOf(records: Iterable<ProgressRecordDto>): Record<string, number> {
  const all = [...records];
  const theses = all.filter(({ dissertation }) => dissertation.title !== null);
  const count = (test: (record: (typeof all)[number]) => boolean): number => theses.filter(test).length;
  return {
    students: all.length,
    theses: theses.length,
    defended: count(({ dissertation }) => dissertation.status === 'defended'),
    withDefenceDay: count(({ dissertation }) => dissertation.defendedOn !== null),
    withStart: count(({ dissertation }) => dissertation.startedOn !== null),
    defendedBeforeStart: count(
      ({ dissertation: { startedOn, defendedOn } }) =>
        startedOn !== null && defendedOn !== null && defendedOn < startedOn,
    ),
    seats: theses.reduce((sum, { committee }) => sum + committee.members.length, 0),
    withoutChair: count(({ committee }) => committee.missingRoles.includes('chair')),
    emptyCommittees: count(({ committee }) => committee.members.length === 0),
    notAscii: count(({ dissertation }) => /[^\0-\x7f]/.test(dissertation.title ?? '')),
    longestTitle: Math.max(...theses.map(({ dissertation }) => dissertation.title?.length ?? 0)),
  };
}
