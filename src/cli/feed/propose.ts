import { writeFile } from 'node:fs/promises';

import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import { proposedMapping, stillMissing } from '../../file-import/proposals/proposed-mapping.js';
import { type Proposal, proposalsFor, type Reason } from '../../file-import/proposals/proposals.js';
import type { Terminal } from '../terminal.js';
import type { ProposeArguments } from './arguments.js';
import { printable } from './report.js';
import { readBeginning } from './source.js';

const LOOKS = {
  address: 'its cells look like addresses',
  date: 'its cells look like dates',
  term: 'its cells look like terms',
  words: 'its cells are words for it',
  codes: 'most of its cells are usual codes for it',
} as const;

function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'name':
      return `its name says ${reason.words.join(' ')}`;
    case 'part':
      return `a part of its name says ${reason.words.join(' ')}`;
    case 'values':
      return LOOKS[reason.looks];
    case 'earlier':
      return `so it was in the mapping of ${reason.sender} of ${reason.keptAt.toISOString().slice(0, 10)}`;
  }
}

/** What is proposed for a column, in one line. */
export function proposalText({ column, targets, certainty, reasons, rivals }: Proposal): string {
  const fields = targets.flatMap((target) => target.fields).join(', ');
  const also = rivals.length === 0 ? '' : `; ${rivals.join(', ')} would do as well, so choose one`;
  return printable(
    `${column} might fill ${fields}: ${reasons.map(reasonText).join(', and ')} (certainty: ${certainty})${also}`,
  );
}

/**
 * Writes a mapping file with what is proposed for the columns of a file, and sends nothing.
 * @returns the exit code: 0
 * @throws {FeedError} when the file cannot be read, or the mapping file exists
 */
export async function propose(args: ProposeArguments, io: Terminal): Promise<number> {
  const beginning = await readBeginning(args, io.stdin);
  const proposals = proposalsFor(beginning);
  const mapping = proposedMapping(beginning, proposals);
  try {
    await writeFile(args.propose, `${JSON.stringify(mapping, undefined, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    throw new FeedError(`--propose ${args.propose}: ${reasonOf(error)}`);
  }
  const missing = stillMissing(beginning, proposals);
  const months = Object.entries(mapping.terms ?? {}).filter(([, month]) => month === null);
  const lines = [
    ...proposals.map((one) => `${one.isClear ? '' : 'Not written: '}${proposalText(one)}`),
    ...(proposals.length === 0 ? ['No column is proposed for a field.'] : []),
    ...(months.length === 0
      ? []
      : [`Say in "terms" in which month these begin: ${months.map(([name]) => name).join(', ')}`]),
    ...(missing.length === 0
      ? []
      : [`Nothing fills ${missing.join(', ')}; name a column, or a value in "defaults"`]),
    `Written to ${args.propose}. Look at it, then use it with --map.`,
  ];
  io.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
  return 0;
}
