import { DEFAULT_COUNT, MOST_RESULTS } from '../discovery/discovery.js';

/** The calls of one address, by method. */
export type PathItem = Readonly<Record<string, object>>;

const TEXT = { type: 'string' } as const;

export function inQuery(name: string, description: string, schema: object = TEXT, more: object = {}): object {
  return { name, in: 'query', description, schema, ...more };
}

export function inPath(name: string, description: string, example: string): object {
  return { name, in: 'path', required: true, description, schema: TEXT, example };
}

function inHeader(name: string, description: string): object {
  return { name, in: 'header', description, schema: TEXT };
}

export const PROJECTION = [
  inQuery('attributes', 'Names of attributes, separated by commas: these alone, and schemas and id'),
  inQuery('excludedAttributes', 'Names of attributes, separated by commas: all but these'),
];
export const IF_MATCH = inHeader(
  'If-Match',
  'The version that the caller knows; another one is refused with 412',
);
export const IF_NONE_MATCH = inHeader(
  'If-None-Match',
  'The version that the caller knows; 304 when it still holds',
);

export function pageParameters(sorts: readonly string[]): object[] {
  return [
    inQuery('filter', 'RFC 7644, 3.4.2.2'),
    inQuery('startIndex', 'From 1', { type: 'integer', default: 1 }),
    inQuery('cursor', 'Instead of startIndex: blank for the first page, then nextCursor'),
    inQuery('count', `At most ${MOST_RESULTS} are answered`, { type: 'integer', default: DEFAULT_COUNT }),
    inQuery('sortBy', 'In any letter case', { type: 'string', enum: [...sorts], default: 'id' }),
    inQuery('sortOrder', 'The order', { type: 'string', enum: ['ascending', 'descending'] }),
    ...PROJECTION,
  ];
}
