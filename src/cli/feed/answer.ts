export interface AnswerDetail {
  field: string;
  code: string;
  message: string;
}

export interface AnswerError {
  code: string;
  message?: string;
  details?: AnswerDetail[];
}

/** What became of a row that was accepted. */
export interface RowAnswer {
  kind: 'row';
  line: number;
  effect: 'inserted' | 'updated' | 'unchanged';
  /** Whether the row was not applied until an administrator decides who the person is. */
  isPending: boolean;
  /** Whether the person lost the access by the row, or got it back. */
  status: 'deprovisioned' | 'restored' | undefined;
  warnings: AnswerDetail[];
}

/** One line of the bulk answer (CONTRACT 2.7). */
export type Answer = RowAnswer | { kind: 'failure'; line: number; error: AnswerError } | { kind: 'summary' };

interface AnswerLine {
  line?: number;
  success?: boolean;
  message?: string;
  changed?: boolean;
  deprovisioned?: boolean;
  restored?: boolean;
  holdId?: string | null;
  conflictId?: string | null;
  warnings?: AnswerDetail[];
  error?: AnswerError;
  summary?: object;
}

/** A held de-provisioning is no warning of the service; the summary shows it as one. */
const HELD: AnswerDetail = {
  field: 'accountStatus',
  code: 'DEPROVISIONING_HELD',
  message: 'The person stays active until an administrator decides',
};

/** Nor is a row that waits. */
const PENDING: AnswerDetail = {
  field: 'externalId',
  code: 'MATCH_PENDING',
  message: 'Nothing is applied until an administrator decides who the person is',
};

/**
 * Reads one line of the answer.
 * @throws {Error} when it is no line of an answer, as after a connection that was lost within a line
 */
export function parseAnswer(text: string): Answer {
  const answer = parseLine(text);
  if (typeof answer?.summary === 'object') return { kind: 'summary' };
  if (typeof answer?.line !== 'number')
    throw new Error(answer?.message ?? 'a line of the answer has no number');
  if (answer.success === true) {
    const isPending = answer.conflictId !== undefined;
    const warnings = [
      ...(answer.warnings ?? []),
      ...(answer.holdId === undefined ? [] : [HELD]),
      ...(isPending ? [PENDING] : []),
    ];
    const status =
      answer.deprovisioned === true ? 'deprovisioned' : answer.restored === true ? 'restored' : undefined;
    return { kind: 'row', line: answer.line, effect: effectOf(answer), isPending, status, warnings };
  }
  return { kind: 'failure', line: answer.line, error: answer.error ?? { code: 'UNKNOWN' } };
}

function parseLine(text: string): AnswerLine | null {
  try {
    return JSON.parse(text) as AnswerLine | null;
  } catch {
    throw new Error('the answer has a line that is not JSON');
  }
}

function effectOf(answer: AnswerLine): 'inserted' | 'updated' | 'unchanged' {
  if (answer.message === 'DATA INSERTED') return 'inserted';
  return answer.changed === false ? 'unchanged' : 'updated';
}
