/** A milestone as a template describes it. */
export interface TemplateMilestone {
  readonly code: string;
  readonly name: string;
  readonly sequence: number;
  readonly required: boolean;
  /**
   * How many days after the beginning of the student's month of entry it is due, where the caller gives no date; absent
   * or null: it has no due date then.
   */
  readonly dueAfterDays?: number | null | undefined;
}

/** The default template (contract, section 3), in tens so that a program can insert its own. */
export const DEFAULT_TEMPLATE: readonly TemplateMilestone[] = [
  { code: 'program_of_study', name: 'Program of study', sequence: 10, required: true },
  { code: 'coursework_complete', name: 'Coursework complete', sequence: 20, required: true },
  { code: 'qualifying_exam', name: 'Qualifying exam', sequence: 30, required: false },
  { code: 'comprehensive_exam', name: 'Comprehensive exam', sequence: 40, required: true },
  { code: 'candidacy', name: 'Candidacy', sequence: 50, required: true },
  { code: 'committee_formed', name: 'Committee formed', sequence: 60, required: true },
  { code: 'concept_paper', name: 'Concept paper', sequence: 70, required: true },
  { code: 'proposal_defense', name: 'Proposal defence', sequence: 80, required: true },
  { code: 'irb_approval', name: 'IRB approval', sequence: 90, required: true },
  { code: 'data_collection', name: 'Data collection', sequence: 100, required: true },
  { code: 'manuscript_draft', name: 'Manuscript draft', sequence: 110, required: true },
  { code: 'final_defense', name: 'Final defence', sequence: 120, required: true },
  { code: 'format_review', name: 'Format review', sequence: 130, required: true },
  { code: 'final_manuscript', name: 'Final manuscript', sequence: 140, required: true },
  { code: 'etd_submission', name: 'ETD submission', sequence: 150, required: true },
  { code: 'degree_conferral', name: 'Degree conferral', sequence: 170, required: true },
];

/** `data_collection` becomes `Data collection`, for a code that no template names. */
export function nameOfCode(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
