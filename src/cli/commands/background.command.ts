import type { Command } from '../command.js';

export const BACKGROUND_COMMAND: Command = {
  name: 'background list',
  does: 'Lists the work that the service does by itself, with the last run of each.',
  example: 'background list',
  usage: 'background list [--markdown]',
  options: { markdown: { type: 'boolean' } },
  action: async () => (await import('./background.actions.js')).listBackgroundWork,
};
