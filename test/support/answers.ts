import type { Answer, Body } from './api-client.js';

/** A row of a list, loosely typed for assertions. */
export type Row = Record<string, unknown>;

export const rowsOf = ({ body }: Answer<Body>): Row[] => body.data as unknown as Row[];

/** The documents of NDJSON. */
export const jsonLines = <T = Row>(text: string): T[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

type Warned = Pick<Body, 'warnings'>;

/** The codes of the warnings of a body or a line. */
export const codesOf = ({ warnings = [] }: Warned): string[] => warnings.map(({ code }) => code);

/** The warnings of an answer: field and code. */
export const warningsOf = ({ body: { warnings = [] } }: Answer<Body>): unknown[] =>
  warnings.map(({ field, code }) => [field, code]);

/** The status of an answer; of a refusal its code, and the fields that it names, too. */
export const outcomeOf = ({ status, body }: Answer<Body>): unknown[] =>
  status < 300
    ? [status]
    : [status, body.error.code, ...(body.error.details ?? []).map(({ field }) => field)];

/** What an answer has that refuses, and names these fields. */
export const refused = (status: number, code: string, ...fields: readonly string[]): object => ({
  status,
  body: { error: fields.length === 0 ? { code } : { code, details: fields.map((field) => ({ field })) } },
});

export const refusalOf = ({ status, body }: Answer<Body>): unknown[] => [
  status,
  body.error.code,
  body.message,
];

/** The fields that were refused, after the status. */
export const problemsOf = ({ status, body }: Answer<Body>): unknown[] => [
  status,
  ...(body.error.details ?? []).map(({ field }) => field),
];

/** The lines of a streamed answer; one that is cut to a single line is read as JSON. */
export function linesOf({ body }: Answer<unknown>): Row[] {
  return typeof body === 'string' ? jsonLines(body) : [body as Row];
}

export const summaryOf = (answer: Answer<unknown>): Row => linesOf(answer).at(-1)?.['summary'] as Row;
