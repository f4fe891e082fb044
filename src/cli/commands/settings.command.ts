import { choicesOf, type SingleSetting } from '../../settings/setting.js';
import { type Command, NONE } from '../command.js';
import { OPTIONS } from './settings.options.js';

/** What may be written after an option, for the usage. */
function exampleOf(setting: SingleSetting): string {
  switch (setting.type) {
    case 'number':
      return `${setting.example ?? setting.default}${setting.default === null ? `|${NONE}` : ''}`;
    case 'choice':
      return choicesOf(setting).join('|');
    case 'flag':
      return 'on|off';
    case 'list':
      return `${setting.example}|${NONE}`;
    default:
      return setting.example;
  }
}

export const SETTINGS_COMMAND: Command = {
  name: 'tenant settings',
  does: 'Shows the settings of a university, or changes what the options name.',
  example: 'tenant settings t7m2k9q4w8c3x5 --time-zone Europe/Paris --guard-mode hold --guard-run-percent 5',
  usage: [
    'tenant settings <tenantId>',
    ...OPTIONS.map(({ name, setting }) => `[--${name} ${exampleOf(setting)}]`),
  ].join(' '),
  options: Object.fromEntries(OPTIONS.map(({ name }) => [name, { type: 'string' as const }])),
  positionals: ['tenantId'],
  action: async () => (await import('./settings.actions.js')).tenantSettings,
};
