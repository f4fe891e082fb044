import { choicesOf, meaningOf, settingsIn, type SingleSetting } from './setting.js';
import { SETTINGS } from './settings.js';

const NUMBER = new Intl.NumberFormat('en-US');

const quoted = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');

function defaultOf(setting: SingleSetting): string {
  switch (setting.type) {
    case 'number':
      return setting.default === null ? (setting.none ?? '') : NUMBER.format(setting.default);
    case 'choice':
      return quoted([setting.default]);
    case 'choices':
      return quoted(setting.default);
    case 'flag':
      return setting.default ? '`on`' : '`off`';
    case 'list':
      return 'none';
    default:
      return setting.default ?? 'from `tenant create`';
  }
}

function rangeOf(setting: SingleSetting): string {
  switch (setting.type) {
    case 'number': {
      const [min, max] = setting.range.map((bound) => NUMBER.format(bound));
      return `${min} to ${max}${setting.default === null ? ', or `none`' : ''}`;
    }
    case 'choice':
    case 'choices':
      return quoted(choicesOf(setting));
    case 'flag':
      return '`on`, `off`';
    case 'list':
      return `at most ${setting.most}${setting.example === undefined ? '' : `: \`${setting.example}\`, or \`none\``}`;
    default:
      return `such as \`${setting.example}\``;
  }
}

/** The settings as a table in Markdown, for docs/configuration.md. */
export function settingsTable(): string {
  const rows = settingsIn(SETTINGS).map(({ path, setting }) => {
    const { option, see } = setting;
    return [
      see === undefined ? `\`${path}\`` : `[\`${path}\`](${see})`,
      option === undefined ? '' : `\`--${option}\``,
      defaultOf(setting),
      rangeOf(setting),
      meaningOf(setting),
    ].join(' | ');
  });
  return ['Setting | Option | Default | Range | Meaning', '---|---|---|---|---', ...rows]
    .map((row) => `| ${row} |`)
    .join('\n');
}
