import type { Command } from '../command.js';

export const EVENT_COMMANDS: readonly Command[] = [
  {
    name: 'events dead-lettered',
    does: 'Lists the events that failed too often to be tried again by themselves.',
    example: 'events dead-lettered',
    usage: 'events dead-lettered',
    options: {},
    action: async () => (await import('./event.actions.js')).listDeadLettered,
  },
  {
    name: 'events retry',
    does: 'Lets the service try all dead-lettered events again.',
    example: 'events retry',
    usage: 'events retry',
    options: {},
    action: async () => (await import('./event.actions.js')).retryDeadLettered,
  },
];
