import type { DissertationStatus, MilestoneStatus } from '../progress/progress-enums.js';

/** How far a student is, and how that compares with the due dates. */
export interface Journey {
  readonly status: DissertationStatus;
  /** The number of required milestones that are completed. */
  readonly done: number;
  /** Days from today until the next one is due; negative when it is late. */
  readonly nextDueIn: number;
  readonly next: MilestoneStatus;
  /** Versions of the current stage that were sent back. */
  readonly sentBack?: number;
}

const EVERYTHING = 15;

/** Each has the pacing status that its name begins with, by the default numbers. */
export const JOURNEYS = {
  aheadEarly: { status: 'in_progress', done: 5, nextDueIn: 100, next: 'in_progress' },
  aheadLate: { status: 'in_progress', done: 9, nextDueIn: 110, next: 'in_progress' },
  onTrackEarly: { status: 'in_progress', done: 3, nextDueIn: 40, next: 'in_progress' },
  onTrackMiddle: { status: 'in_progress', done: 7, nextDueIn: 33, next: 'in_progress' },
  onTrackLate: { status: 'under_review', done: 11, nextDueIn: 21, next: 'submitted' },
  onTrackDefended: { status: 'defended', done: 12, nextDueIn: 25, next: 'in_progress' },
  atRiskSoon: { status: 'in_progress', done: 6, nextDueIn: 8, next: 'not_started' },
  atRiskLate: { status: 'in_progress', done: 8, nextDueIn: -12, next: 'in_progress', sentBack: 3 },
  behindEarly: { status: 'in_progress', done: 4, nextDueIn: -48, next: 'in_progress' },
  behindLate: { status: 'under_review', done: 10, nextDueIn: -95, next: 'submitted', sentBack: 3 },
  pausedMiddle: { status: 'on_hold', done: 6, nextDueIn: -20, next: 'in_progress' },
  completedAll: { status: 'completed', done: EVERYTHING, nextDueIn: 0, next: 'not_started' },
  notStarted: { status: 'not_started', done: 0, nextDueIn: 0, next: 'not_started' },
} as const satisfies Record<string, Journey>;

/** number of the student, journey, title of the dissertation */
export type DissertationRow = readonly [string, keyof typeof JOURNEYS, string];

export const DISSERTATIONS: readonly DissertationRow[] = [
  ['S-1001', 'onTrackMiddle', 'Principals who stay: retention in township schools after the second year'],
  ['S-1002', 'aheadLate', 'Uncertainty in the forecasts of small hydropower plants'],
  [
    'S-1003',
    'onTrackMiddle',
    '古籍数字化中的异体字识别 (Recognising variant characters in digitised classics)',
  ],
  ['S-1004', 'behindLate', 'Community health workers and vaccine confidence along the lower Niger'],
  ['S-1005', 'onTrackEarly', 'Irish-medium schooling and the first year of university'],
  ['S-1006', 'atRiskSoon', 'Heat, housing and hospital admissions in three towns'],
  ['S-1007', 'onTrackMiddle', 'Women as heads of department: a comparative study of four universities'],
  ['S-1008', 'notStarted', 'Handover between night and day shift'],
  ['S-1009', 'onTrackLate', 'Explaining anomaly detection to people who must act on it'],
  ['S-1010', 'atRiskLate', 'Displaced students and continuity of care'],
  ['S-1011', 'aheadEarly', 'School boards and the budget: who speaks, who decides'],
  ['S-1012', 'onTrackEarly', 'Falls on surgical wards: what nurses see before they happen'],
  ['S-1013', 'behindEarly', 'Mentoring first-generation principals'],
  ['S-1014', 'onTrackEarly', 'Compressing models for instruments at sea'],
  ['S-1015', 'pausedMiddle', 'Loneliness among carers in rural counties'],
  ['S-1016', 'completedAll', 'Distance and belonging: part-time doctoral students in the far north'],
  ['S-1017', 'onTrackLate', 'Fair rankings when the groups are small'],
  ['S-1018', 'atRiskSoon', 'Telehealth visits after discharge: a before-and-after study'],
  ['S-1019', 'onTrackEarly', 'Allergens in city trees'],
  ['S-1020', 'onTrackMiddle', 'Boarding schools and the return home'],
  ['S-1021', 'aheadEarly', 'Language nests and what followed'],
  ['S-1022', 'onTrackDefended', 'Sparse sensors, dense maps'],
  ['S-1023', 'behindLate', 'School meals and attendance in hill districts'],
  ['S-1024', 'onTrackLate', 'Safe staffing on paper and on the ward'],
  ['S-1025', 'notStarted', 'Assessment in dual-language classrooms'],
  ['S-1026', 'onTrackMiddle', 'When to retrain: cost of drift in demand models'],
  ['S-1027', 'completedAll', 'Evening schools between two reforms'],
  ['S-1028', 'atRiskLate', 'Waiting for a diagnosis: pathways of rare diseases'],
  ['S-1029', 'onTrackEarly', 'Pain assessment without a common language'],
  ['S-1030', 'pausedMiddle', 'Records linkage where names change'],
  ['S-1031', 'behindEarly', 'Transfer credit and time to degree'],
  ['S-1032', 'onTrackMiddle', 'Noise, sleep and school results'],
  ['S-1034', 'onTrackDefended', 'Teachers who write the curriculum'],
  ['S-1036', 'completedAll', 'Spa towns and the beginnings of public health'],
  ['S-1038', 'atRiskSoon', 'Checklists in small clinics'],
];
