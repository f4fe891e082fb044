import type { FieldLink } from '../submissions/mapping/record-fields.js';
import type { Resolution } from '../submissions/entities/discrepancy.entity.js';
import type { SubmissionStatus } from '../submissions/review-workflow.js';
import type { AckStatus } from '../sync/entities/sync-statuses.js';

/** What a connector reported about a submission after its review. */
export interface Delivery {
  readonly status: AckStatus;
  readonly targetSystem: string;
  readonly lastError?: string;
}

/** form type, student, fields, status of the review, report of a connector */
export type FormRow = readonly [string, string, Record<string, unknown>, SubmissionStatus, Delivery?];

/** The university's own mapping; the other form types have the default one. */
export const DEGREE_CHANGE: readonly FieldLink[] = [
  { formField: 'Degree sought', target: 'degree' },
  { formField: 'New e-mail', target: 'email' },
  { formField: 'Graduation year', target: 'yearOfGraduation' },
];

const sent = (targetSystem: string): Delivery => ({ status: 'sent', targetSystem });
const failed = (lastError: string): Delivery => ({ status: 'failed', targetSystem: 'SIS', lastError });
const PROCESSING: Delivery = { status: 'processing', targetSystem: 'SIS' };

/** By submission ID. */
export const FORMS: Readonly<Record<string, FormRow>> = {
  'deg-2401': ['degree_change', 'S-1001', { 'Degree sought': 'PhD', Reason: 'Research career' }, 'approved'],
  'deg-2402': ['degree_change', 'S-1005', { 'Degree sought': 'EdD' }, 'approved', sent('SIS')],
  'deg-2403': [
    'degree_change',
    'S-1008',
    { 'Degree sought': 'DNP', 'New e-mail': 'g.alberoverde@demo.example.edu' },
    'approved',
  ],
  'deg-2404': ['degree_change', 'S-1012', { 'Degree sought': 'PhD' }, 'closed'],
  'deg-2405': ['degree_change', 'S-1016', { 'Degree sought': 'EdD', 'Graduation year': '2026' }, 'approved'],
  'deg-2406': ['degree_change', 'S-1020', { 'Degree sought': 'EdD' }, 'in_review'],
  'deg-2407': ['degree_change', 'S-1029', { 'Degree sought': 'PhD' }, 'rejected'],
  'loa-1101': [
    'leave_of_absence',
    'S-1015',
    { email: 'niamh.odunleavy@demo.example.edu', From: 'January', Terms: 2 },
    'approved',
    sent('SIS'),
  ],
  'loa-1102': ['leave_of_absence', 'S-1030', { Terms: 1, Reason: 'Parental leave' }, 'approved', sent('CRM')],
  'loa-1103': ['leave_of_absence', 'S-1006', { lastName: 'Szőlősi', Terms: 1 }, 'approved'],
  'loa-1104': ['leave_of_absence', 'S-1013', { Terms: 1 }, 'submitted'],
  'loa-1105': ['leave_of_absence', 'S-1034', { Terms: 2 }, 'returned'],
  'nam-3001': ['name_change', 'S-1012', { firstName: 'Kateřina', lastName: 'Říhová' }, 'approved'],
  'nam-3002': ['name_change', 'S-1028', { firstName: 'Aurélie', lastName: 'Forêt-Noire' }, 'approved'],
  'nam-3003': ['name_change', 'S-1010', { firstName: 'Ikaryna', lastName: 'Soloveiko' }, 'approved'],
  'nam-3004': ['name_change', 'S-1037', { firstName: 'Jakob', lastName: 'Süßmühl' }, 'closed', sent('LMS')],
  'pro-5201': [
    'program_transfer',
    'S-1026',
    { programId: 'phd-data-science', Campus: 'North' },
    'approved',
    failed('SIS answered 409: the term is closed for changes'),
  ],
  'pro-5202': [
    'program_transfer',
    'S-1009',
    { programId: 'phd-data-science', Campus: 'North' },
    'closed',
    failed('SIS did not answer within 30 seconds'),
  ],
  'pro-5203': ['program_transfer', 'S-1019', { programId: 'phd-public-health' }, 'approved', PROCESSING],
  'pro-5204': [
    'program_transfer',
    'S-1032',
    { programId: 'edd-leadership', schoolProgram: 'Educational Leadership' },
    'approved',
  ],
  'pro-5205': ['program_transfer', 'S-1035', { programId: 'phd-data-science' }, 'draft'],
  'com-7001': ['committee_approval', 'S-1002', { Chair: 'F-202', Members: 4 }, 'approved', sent('CRM')],
  'com-7002': ['committee_approval', 'S-1017', { Chair: 'F-202', Members: 4 }, 'approved'],
  'com-7003': ['committee_approval', 'S-1021', { Chair: 'F-201', Members: 3 }, 'closed'],
  'com-7004': ['committee_approval', 'S-1003', { Chair: 'F-203', Members: 4 }, 'approved', PROCESSING],
  'gra-9001': ['graduation_application', 'S-1016', { degree: 'EdD', Ceremony: 'May' }, 'closed', sent('SIS')],
  'gra-9002': ['graduation_application', 'S-1027', { degree: 'EdD', Ceremony: 'December' }, 'approved'],
  'gra-9003': [
    'graduation_application',
    'S-1022',
    { degree: 'PhD', Ceremony: 'May' },
    'approved',
    failed('SIS answered 422: a hold is on the account'),
  ],
};

/** submission, field, decision, note */
export const DECISIONS: readonly (readonly [string, string, Resolution, string?])[] = [
  ['deg-2404', 'degree', 'keep_record', 'The form was filled in for the wrong program.'],
  ['deg-2405', 'yearOfGraduation', 'accept_submitted', 'Confirmed by the graduate school.'],
  ['nam-3002', 'lastName', 'accept_submitted'],
  ['nam-3003', 'firstName', 'dismiss', 'A transliteration of the same name.'],
];
