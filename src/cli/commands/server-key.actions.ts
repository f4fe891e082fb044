import {
  type HashCounts,
  type KindCounts,
  KeyRotation,
  type RotationStatus,
  type SealedAgain,
} from '../../secrets/rotation/key-rotation.service.js';
import { type Action, type CommandResult, table } from '../command.js';

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

/** Also what `adopt` prints: the start of its application does it. */
export const serverKeyStatus: Action = async (app) => describeStatus(await app.get(KeyRotation).status());

export const rotateServerKey: Action = async (app, values) => {
  const isDryRun = values['dry-run'] === true;
  return describeRotation(await app.get(KeyRotation).rotate(isDryRun), isDryRun);
};
