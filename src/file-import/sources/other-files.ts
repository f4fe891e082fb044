import { FeedError } from '../feed-error.js';

const ZIP = '504b0304';
const AS_XLSX = 'save it as .xlsx or as CSV, and send that';
/** The name of the content of a workbook that is encrypted, as its container writes it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const OTHERS: readonly (readonly [magic: string, is: (start: Buffer) => string])[] = [
  [
    'd0cf11e0',
    (start) =>
      start.includes(ENCRYPTED)
        ? 'it is protected by a password; save it without one, and send that'
        : `it is a workbook of an old program (.xls), or one that is protected by a password; ${AS_XLSX}`,
  ],
  [
    '1f8b',
    () => 'it is packed by gzip; unpack it, or send it with the feed command under a name that ends in .gz',
  ],
  ['25504446', () => `it is a PDF document; ask for a table, as .xlsx or CSV`],
];

/** Whether the first bytes are those of a zip archive, as which a workbook is stored. */
export function isZip(start: Buffer): boolean {
  return start.toString('hex', 0, 4) === ZIP;
}

/** @throws {FeedError} when the first bytes are those of a well-known file that is neither a text nor an archive */
export function refuseOtherFiles(start: Buffer): void {
  const hex = start.toString('hex', 0, 4);
  const other = OTHERS.find(([magic]) => hex.startsWith(magic));
  if (other !== undefined) throw new FeedError(other[1](start));
}
