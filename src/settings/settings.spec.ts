import { readFileSync } from 'node:fs';

import { choicesOf, settingsIn } from './setting.js';
import { COMMITTEE_ROLES } from './committee-roles.js';
import { SETTINGS } from './settings.js';
import { settingsOfPages } from './settings-of-pages.js';
import { settingsTable } from './settings-table.js';

describe('the settings', () => {
  it('have each option once', () => {
    const options = settingsIn(SETTINGS).flatMap(({ setting }) => setting.option ?? []);
    expect(new Set(options).size).toBe(options.length);
  });

  it('say what null means where it is the default of a number, and have a default within the range elsewhere', () => {
    for (const { path, setting } of settingsIn(SETTINGS)) {
      if (setting.type !== 'number') continue;
      const [min, max] = setting.range;
      const isInRange = setting.default === null || (min <= setting.default && setting.default <= max);
      const saysNone = (setting.none !== undefined) === (setting.default === null);
      expect({ path, isInRange, saysNone }).toEqual({ path, isInRange: true, saysNone: true });
    }
  });

  it('know every role of a committee', () => {
    expect(choicesOf(SETTINGS.requiredCommitteeRoles)).toEqual(COMMITTEE_ROLES);
  });

  it.each([
    ['docs/configuration.md', `\n\n${settingsTable()}\n\n`],
    ['pages/src/settings/declared.ts', settingsOfPages()],
  ])('are in %s as npm run settings writes them', (file, text) => {
    expect(readFileSync(file, 'utf8')).toContain(text);
  });
});
