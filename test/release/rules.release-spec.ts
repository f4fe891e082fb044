import { isAllowed } from '../../scripts/dependencies/licence-policy.mjs';
import { hasUnreleased, moveUnreleased } from '../../scripts/release/changelog.mjs';
import { compareVersions, parseVersion } from '../../scripts/release/version.mjs';

describe('versions', () => {
  it.each([
    '1',
    '1.2',
    '1.2.3.4',
    'v1.2.3',
    '01.2.3',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3-a..b',
    '1.2.3+5',
    '1.2.x',
    '',
  ])('%p is none', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it('are ordered as Semantic Versioning says', () => {
    const ordered = [
      '0.9.10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.2.0',
      '1.10.0',
    ];
    expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
    expect(compareVersions('1.2.3-rc.1', '1.2.3-rc.1')).toBe(0);
  });
});

describe('the section "Unreleased"', () => {
  it.each([
    ['# Changelog\n\n## Unreleased\n\n- One.\n', true],
    ['## Unreleased\n\n### People\n\n- One.\n\n## 1.0.0 (2027-01-01)\n', true],
    ['## Unreleased\n\n## 1.0.0 (2027-01-01)\n\n- One.\n', false],
    ['## Unreleased\n\n### People\n', false],
    ['# Changelog\n', false],
  ])('of %j says something: %p', (text, says) => {
    expect(hasUnreleased(text)).toBe(says);
  });

  it('becomes that of the version, below an empty one', () => {
    const text = '# Changelog\n\n## Unreleased\n\n- Costs $& and $1.\n\n## 1.0.0 (2027-01-01)\n\n- One.\n';
    expect(moveUnreleased(text, '1.1.0', '2027-02-03')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.1.0 (2027-02-03)\n\n- Costs $& and $1.\n\n' +
        '## 1.0.0 (2027-01-01)\n\n- One.\n',
    );
  });
});

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['MIT AND ISC AND BSD-3-Clause', true],
    ['MIT AND GPL-2.0-only', false],
    ['(MIT AND ISC) OR GPL-2.0-only', true],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['UNKNOWN', false],
  ])('%s is allowed: %p', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });
});
