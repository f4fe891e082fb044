import type { Command } from '../command.js';

const STATUS: Command = {
  name: 'server-key status',
  does: 'Shows which keys are in use, and what is still under the previous one.',
  example: 'server-key status',
  usage: 'server-key status',
  options: {},
  action: async () => (await import('./server-key.actions.js')).serverKeyStatus,
};

const ROTATE: Command = {
  name: 'server-key rotate',
  does: 'Encrypts everything again that is encrypted under the previous key.',
  example: 'server-key rotate --dry-run',
  usage: 'server-key rotate [--dry-run]',
  options: { 'dry-run': { type: 'boolean' } },
  action: async () => (await import('./server-key.actions.js')).rotateServerKey,
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
  action: async () => (await import('./server-key.actions.js')).serverKeyStatus,
};

export const SERVER_KEY_COMMANDS: readonly Command[] = [STATUS, ROTATE, ADOPT];
