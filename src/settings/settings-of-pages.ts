import { settingsIn, type SingleSetting } from './setting.js';
import { type SectionOfSettings, SECTIONS, SETTINGS } from './settings.js';

const HEADER = [
  '// Written by npm run settings from src/settings/settings.ts; not to be edited.',
  "import { t } from '@lingui/core/macro';",
];

/** A sentence of the pages, of which Lingui keeps the translations. */
function sentence(text: string): string {
  return `t\`${text.replace(/[\\`$]/g, '\\$&')}\``;
}

function object(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter(([, code]) => code !== undefined);
  return `{ ${given.map(([name, code]) => `${name}: ${code}`).join(', ')} }`;
}

function sentences(texts: Readonly<Record<string, string>>): string {
  return object(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sentence(text)])));
}

/** In a line of its own. */
function usualOf(usual: Readonly<Record<string, number>> | undefined): { readonly usual?: string } {
  if (usual === undefined) return {};
  const members = Object.entries(usual).map(([name, value]) => `\n    ${name}: ${value},`);
  return { usual: `{${members.join('')}\n  }` };
}

function fieldOf(section: string, setting: SingleSetting): string {
  const common = { section: `'${section}'`, type: `'${setting.type}'` };
  // What it means is the introduction of its section.
  if (setting.type === 'list')
    return object({ ...common, most: String(setting.most), ...usualOf(setting.usual) });
  const isNumber = setting.type === 'number';
  return object({
    ...common,
    label: sentence(setting.label),
    hint: 'text' in setting ? sentence(setting.text) : undefined,
    values: 'values' in setting ? sentences(setting.values) : undefined,
    whenEmpty: isNumber && setting.none !== undefined ? sentence(`Empty: ${setting.none}.`) : undefined,
    default: isNumber && setting.default !== null ? String(setting.default) : undefined,
  });
}

/** A section is introduced by its own sentences, or by what its group or list means. */
function sectionOf(name: string, { title, intro, from }: SectionOfSettings): string {
  const declared = Object.values(SETTINGS).filter(({ section }) => section === name);
  const [meaning] = declared.flatMap((one) =>
    one.type === 'group' || one.type === 'list' ? [one.text] : [],
  );
  const text = intro ?? meaning;
  return object({
    title: sentence(title),
    intro: text === undefined ? undefined : sentence(text),
    from: sentence(from),
  });
}

/** The module with which the settings page shows the settings: pages/src/settings/declared.ts. */
export function settingsOfPages(): string {
  const sections = Object.entries(SECTIONS).map(
    ([name, section]) => `  ${name}: ${sectionOf(name, section)},`,
  );
  const fields = Object.entries(SETTINGS).flatMap(([name, declared]) =>
    settingsIn({ [name]: declared }).map(
      ({ path, setting }) => `  '${path}': ${fieldOf(declared.section, setting)},`,
    ),
  );
  return [
    ...HEADER,
    '',
    'export const SECTIONS = {',
    ...sections,
    '} as const;',
    '',
    'export const SETTINGS = {',
    ...fields,
    '} as const;',
    '',
  ].join('\n');
}
