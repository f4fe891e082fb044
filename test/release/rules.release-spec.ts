import { judge } from '../../scripts/dependencies/judgement.mjs';
import { isAllowed } from '../../scripts/dependencies/licence-policy.mjs';
import { weaknessesOf } from '../../scripts/dependencies/weaknesses.mjs';
import { hasUnreleased, moveUnreleased } from '../../scripts/release/changelog.mjs';
import { licenceOf } from '../../scripts/release/licences.mjs';
import { isVersion, pythonVersion } from '../../scripts/release/version.mjs';

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
    expect(isVersion(text)).toBe(false);
  });

  it.each(['0.9.10', '1.0.0-alpha.beta', '1.10.0'])('%p is one', (text) => {
    expect(isVersion(text)).toBe(true);
  });
});

describe('the version of the client for Python', () => {
  it.each([
    ['1.10.0', '1.10.0'],
    ['2.0.0-rc.1', '2.0.0rc1'],
    ['2.0.0-beta.10', '2.0.0b10'],
    ['2.0.0-alpha.0', '2.0.0a0'],
    ['2.0.0-rc', undefined],
    ['2.0.0-next.1', undefined],
    ['2.0.0-next-rc.1', undefined],
  ])('of %s is %p', (version, expected) => {
    expect(pythonVersion(version)).toBe(expected);
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

  it.each([
    ['argparse', undefined, 'Python-2.0'],
    ['argparse', 'Python-2.0', 'Python-2.0'],
    ['argparse', 'GPL-3.0-only', 'GPL-3.0-only'],
    ['unknown', 'MIT', 'MIT'],
    ['unknown', undefined, 'UNKNOWN'],
  ])('that of %s with %p in the lock file is %s', (name, license, licence) => {
    expect(licenceOf({ name, license })).toBe(licence);
  });
});

describe('a dependency', () => {
  const now = new Date('2031-05-31T12:00:00Z');
  const good = {
    name: 'good',
    license: 'MIT',
    hasInstallScript: false,
    known: { lastRelease: '2029-06-01' },
  };

  it.each([
    ['keeps all limits', good, []],
    ['could not be asked about', { ...good, known: undefined }, []],
    [
      'has not been released for 24 months',
      { ...good, known: { lastRelease: '2029-05-30' } },
      ['last-release'],
    ],
    ['is deprecated', { ...good, known: { deprecated: 'Use better.' } }, ['deprecated']],
    ['has a licence that is not allowed', { ...good, license: 'GPL-3.0-only' }, ['licence']],
    ['names no licence', { ...good, license: undefined }, ['licence']],
    ['is behind a tool', { ...good, license: 'CC-BY-4.0', isShipped: false }, []],
    ['has an install script', { ...good, hasInstallScript: true }, ['install-script']],
  ])('that %s', (_, one, limits) => {
    expect(judge(one, now).map(({ of }) => of)).toEqual(limits);
  });

  it('is allowed by an exception of the same kind alone', () => {
    const exceptions = judge(
      { ...good, name: 'argparse', license: 'Python-2.0', hasInstallScript: true },
      now,
    ).map(({ of, exception }) => [of, exception !== undefined]);
    expect(exceptions).toEqual([
      ['licence', true],
      ['install-script', false],
    ]);
  });

  it.each([
    ['that it was made for', 'Python-2.0', true],
    ['that the lock file does not name', undefined, true],
    ['that came later', 'GPL-3.0-only', false],
  ])('is allowed by an exception with a licence %s: %p', (_, license, allowed) => {
    const limits = judge({ ...good, name: 'argparse', license }, now);
    expect(limits.map(({ of, exception }) => [of, exception !== undefined])).toEqual([['licence', allowed]]);
  });
});

describe('a weakness', () => {
  const advisory = { source: 1, severity: 'high', range: '<1.2.0', title: 'Fails' };
  const counted = [{ name: 'weak', severity: 'high', range: '<1.2.0', title: 'Fails' }];
  const packages = [{ place: 'node_modules/weak' }, { place: 'node_modules/other/node_modules/weak' }];

  it.each([
    ['of a package that is shipped counts', ['node_modules/weak'], [advisory], counted],
    ['counts when the package is within another one', [packages[1]?.place ?? ''], [advisory], counted],
    ['of a tool does not count', ['node_modules/tool/node_modules/weak'], [advisory], []],
    ['of a package that the shipped one needs does not count twice', ['node_modules/weak'], ['needed'], []],
  ])('%s', (_, nodes, via, weaknesses) => {
    expect(weaknessesOf({ vulnerabilities: { weak: { name: 'weak', nodes, via } } }, packages)).toEqual(
      weaknesses,
    );
  });
});
