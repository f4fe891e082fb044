import type { Answer, Body } from './api-client.js';

/** A row of a list, loosely typed for assertions. */
export type Row = Record<string, unknown>;

export const rowsOf = ({ body }: Answer<Body>): Row[] => body.data as unknown as Row[];

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
