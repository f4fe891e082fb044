import {
  type HashCounts,
  type KindCounts,
  KeyRotation,
  type RotationStatus,
  type SealedAgain,
} from '../../secrets/rotation/key-rotation.service.js';
import { type Command, type CommandResult, table } from '../command.js';

function keysText({ currentKeyId, keys }: RotationStatus): string {
  const rows = keys.map(({ keyId, inUseSince, isInUse, isGiven }) => [
    keyId,
    inUseSince.toISOString(),
    keyId === currentKeyId ? 'SERVER_KEY' : isGiven ? 'SERVER_KEY_PREVIOUS' : 'not given',
    isInUse ? 'in use' : '',
  ]);
  return table(['Key', 'In use since', 'Here', ''], rows);
}

function countsText(counts: readonly KindCounts[]): string {
  return table(
    ['', 'Current key', 'Previous key', 'Neither'],
    counts.map(({ kind, current, previous, unreadable }) => [
      kind,
      ...[current, previous, unreadable].map(String),
    ]),
  );
}

function namesText({ kind, names, previous, unreadable }: HashCounts): string[] {
  if (names.length === 0) return [];
  const more = previous + unreadable - names.length;
  return [
    `Not under the current key: ${kind}`,
    ...names.map((name) => `  ${name}`),
    ...(more > 0 ? ['  …'] : []),
  ];
}

function isLeft({ previous }: KindCounts): boolean {
  return previous > 0;
}

function adviceOf({ sealed, hashes }: RotationStatus): string {
  if (sealed.some(isLeft))
    return 'Run `npm run cli -- server-key rotate`; until then SERVER_KEY_PREVIOUS is needed.';
  if (hashes.some(isLeft))
    return (
      'Each hash follows when its secret is used. Without SERVER_KEY_PREVIOUS those that are left stop working; ' +
      'replace them before, or keep it.'
    );
  return 'Nothing needs SERVER_KEY_PREVIOUS.';
}

function describeStatus(status: RotationStatus): CommandResult {
  const { sealed, hashes } = status;
  const isPreviousNeeded = [...sealed, ...hashes].some(isLeft);
  return {
    json: { ...status, isPreviousNeeded },
    text: [
      keysText(status),
      '',
      countsText([...sealed, ...hashes]),
      '',
      ...hashes.flatMap(namesText),
      adviceOf(status),
    ].join('\n'),
  };
}

function describeRotation(results: readonly SealedAgain[], isDryRun: boolean): CommandResult {
  const rows = results.map(({ kind, sealedAgain, unreadable }) => [
    kind,
    String(sealedAgain),
    String(unreadable),
  ]);
  return {
    json: { isDryRun, sealed: results },
    text: table(['', isDryRun ? 'Would be sealed again' : 'Sealed again', 'Cannot be opened'], rows),
  };
}

const STATUS: Command = {
  name: 'server-key status',
  does: 'Shows which keys are in use, and what is still under the previous one.',
  example: 'server-key status',
  usage: 'server-key status',
  options: {},
  async run(app) {
    return describeStatus(await app.get(KeyRotation).status());
  },
};

const ROTATE: Command = {
  name: 'server-key rotate',
  does: 'Encrypts everything again that is encrypted under the previous key.',
  example: 'server-key rotate --dry-run',
  usage: 'server-key rotate [--dry-run]',
  options: { 'dry-run': { type: 'boolean' } },
  async run(app, values) {
    const isDryRun = values['dry-run'] === true;
    return describeRotation(await app.get(KeyRotation).rotate(isDryRun), isDryRun);
  },
};

/** What it does happens when the application starts: the key of this process becomes the one in use. */
const ADOPT: Command = {
  name: 'server-key adopt',
  does: 'Takes the key of this process for the one in use when the former key is lost: its secrets stop working.',
  example: 'server-key adopt --yes',
  usage: 'server-key adopt --yes',
  options: { yes: { type: 'boolean' } },
  required: ['yes'],
  serverKey: 'any',
  async run(app) {
    return describeStatus(await app.get(KeyRotation).status());
  },
};

export const SERVER_KEY_COMMANDS: readonly Command[] = [STATUS, ROTATE, ADOPT];
