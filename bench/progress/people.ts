import { DEFAULT_TEMPLATE } from '../../src/progress/templates/default-template.js';
import { FIRST, LAST } from '../users/people.js';

const PROGRAMS = [
  'Educational Leadership',
  'Curriculum and Instruction',
  'Higher Education',
  'Nursing Practice',
];
const TITLE = 'Mentoring first-generation principals in rural districts';

/** Faculty for committees: a few hundred, so that each is a member of many. */
const FACULTY = 400;
const MEMBERS = 5;

const ROLES = ['chair', 'content_expert', 'methodologist_technical_expert', 'member', 'member'] as const;

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}

export const studentKey = (index: number): string => `S-${String(index).padStart(7, '0')}`;
const facultyKey = (index: number): string => `F-${String(index % FACULTY).padStart(4, '0')}`;

export function* students(count: number): Generator<object> {
  for (let index = 0; index < count; index += 1) {
    yield {
      externalId: studentKey(index),
      email: `student.${index}@students.bench.example.edu`,
      firstName: pick(FIRST, index),
      lastName: pick(LAST, index),
      accountType: 'Student',
      schoolProgram: pick(PROGRAMS, index),
      programId: `program-${index % PROGRAMS.length}`,
      degree: 'EdD',
      monthOfEntry: 9,
      yearOfEntry: 2022 + (index % 4),
    };
  }
}

export function* faculty(): Generator<object> {
  for (let index = 0; index < FACULTY; index += 1) {
    yield {
      externalId: facultyKey(index),
      email: `faculty.${index}@bench.example.edu`,
      firstName: pick(FIRST, index + 3),
      lastName: pick(LAST, index + 5),
      accountType: 'Faculty',
      facultyProfile: { maxConcurrentCommittees: 1000 },
    };
  }
}

/** A line of `POST /workflow/progress/bulk` that fills every part of a record. */
export function fullProgress(index: number, edition = 1): object {
  return {
    studentId: studentKey(index),
    dissertation: {
      title: `${TITLE}: case ${index}.${edition}`,
      status: 'in_progress',
      startedOn: '2024-01-15',
    },
    versions: [1, 2, 3].map((number) => ({
      number,
      title: TITLE,
      stage: pick(['concept_paper', 'proposal', 'draft_manuscript'], number - 1),
      status: number < 3 ? 'approved' : 'under_review',
      submittedAt: `2025-0${number}-10T09:30:00.000Z`,
      decidedAt: number < 3 ? `2025-0${number + 1}-01T15:00:00.000Z` : null,
    })),
    milestones: DEFAULT_TEMPLATE.map(({ code }, step) => ({
      code,
      status: step < 8 ? 'completed' : 'not_started',
      result: step < 8 ? 'passed' : null,
      dueOn: `20${24 + Math.floor(step / 4)}-0${1 + (step % 9)}-15`,
      completedOn: step < 8 ? `20${24 + Math.floor(step / 4)}-0${1 + (step % 9)}-10` : null,
    })),
    committee: {
      status: 'approved',
      formedOn: '2024-10-02',
      members: ROLES.map((role, seat) => ({
        facultyId: facultyKey(index * MEMBERS + seat),
        role,
        status: 'accepted',
      })),
    },
  };
}
