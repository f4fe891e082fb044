import { FeedError } from '../feed-error.js';

const AS_CSV = 'save it as "CSV UTF-8" and send that';
/** The name of the first entry of an archive stands behind its fixed part. */
const FIRST_ENTRY = 30;
const OF_WORKBOOK = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/;

const OTHERS: readonly (readonly [magic: string, is: (start: Buffer) => string])[] = [
  ['504b0304', (start) => zipKind(start.toString('latin1', FIRST_ENTRY, FIRST_ENTRY + 32))],
  ['d0cf11e0', () => `it is a workbook of an old spreadsheet program; ${AS_CSV}`],
  [
    '1f8b',
    () => 'it is packed by gzip; unpack it, or send it with the feed command under a name that ends in .gz',
  ],
  ['25504446', () => `it is a PDF document; ask for a table, as CSV`],
];

function zipKind(firstEntry: string): string {
  return OF_WORKBOOK.test(firstEntry)
    ? `it is a workbook (.xlsx); ${AS_CSV}`
    : 'it is an archive (.zip); unpack it, and send the file in it';
}

/** @throws {FeedError} when the first bytes are those of a well-known file that is no text */
export function refuseOtherFiles(start: Buffer): void {
  const hex = start.toString('hex', 0, 4);
  const other = OTHERS.find(([magic]) => hex.startsWith(magic));
  if (other !== undefined) throw new FeedError(other[1](start));
}
