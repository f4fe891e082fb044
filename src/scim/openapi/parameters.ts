import { DEFAULT_COUNT, MOST_RESULTS } from '../discovery/discovery.js';

const TEXT = { type: 'string' } as const;

function inQuery(name: string, description: string, schema: object = TEXT): object {
  return { name, in: 'query', description, schema };
}

export function idInPath(description: string, example: string): object {
  return { name: 'id', in: 'path', required: true, description, schema: TEXT, example };
}

const VERSION = 'The version that the caller knows';
export const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description: `${VERSION}; another one is refused with 412`,
  schema: TEXT,
};
export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: `${VERSION}; 304 when it still holds`,
  schema: TEXT,
};

export const PROJECTION = [
  inQuery('attributes', 'Names of attributes, separated by commas: these alone, and schemas and id'),
  inQuery('excludedAttributes', 'Names of attributes, separated by commas: all but these'),
];

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
