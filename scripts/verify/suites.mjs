// What `npm run verify` runs, in this order. Tests of suites that are not here are part of `.ci/run`.
//   run      the words for npm; a suite of Jest also counts its tests
//   paths    files and folders whose changes may change the outcome
//   notices  exit codes that mean that the machine could not check everything, which is no failure
import { randomTests } from './random-tests.mjs';
import { ROOT } from '../setup/setup.mjs';

const PACKAGES = ['.npmrc', 'package.json', 'package-lock.json', 'pages/package.json', 'client/package.json'];
const TESTS = [
  'jest.config.js',
  '.swcrc',
  'scripts/',
  'bench/',
  'test/factories/',
  'test/jest/',
  'test/support/',
  'test/faults/support/',
];
/** The build takes the client in, which the terminal uses. */
const SERVICE = [
  'src/',
  'client/src/',
  'client/tsconfig.build.json',
  'tsconfig.json',
  'tsconfig.build.json',
  ...PACKAGES,
  ...TESTS,
];
const WHERE_OFFERED = 'run it where the registry can be asked';

/**
 * A suite of Jest, of the tests in `test/<name>` unless its words and paths are others.
 * @param {string} name
 * @param {string} covers
 * @param {{ run?: string[], paths?: string[], env?: object, notices?: object }} [more] `paths` besides the service's
 */
function suite(name, covers, { run = [`test:${name}`], paths = [`test/${name}/`], ...more } = {}) {
  return { name, run, isJest: true, covers, paths: [...SERVICE, ...paths], ...more };
}

/** Of what is shipped. */
const SHIPPED = [...PACKAGES, 'pages/', 'scripts/'];

export const SUITES = [
  {
    name: 'audit',
    run: ['audit'],
    isJest: false,
    covers: 'known weaknesses of what is shipped',
    paths: SHIPPED,
    notices: { 3: `nothing was checked; ${WHERE_OFFERED}` },
  },
  {
    name: 'dependencies',
    run: ['dependencies'],
    isJest: false,
    covers: 'licences, install scripts and age of packages',
    paths: SHIPPED,
    notices: {
      3: `not every package was judged; ${WHERE_OFFERED}`,
      4: 'a package has had no release for longer than the policy allows',
    },
  },
  suite('scim', 'SCIM with clients that others wrote', { paths: ['test/scim-clients/'] }),
  suite('examples', 'the examples against the service, in real time', {
    paths: ['examples/', 'test/client/', 'test/examples/'],
  }),
  suite('python', 'the client for Python: types, cases, the service over HTTP, its packages', {
    paths: ['clients/', 'examples/', 'test/python/'],
  }),
  suite('models', 'models of claims, outbox and fail-over, explored by SPIN, and their traces'),
  suite('node', 'the built service on each version of Node'),
  suite('monitoring', 'alert rules and dashboard in a real Prometheus', {
    paths: ['docker/', 'test/monitoring/'],
  }),
  suite('drops', 'dropped files: SFTP, gpg, kills at every step, a full disk', {
    paths: ['docker/', 'test/drops/'],
  }),
  suite('saml', 'sign-on at a real SimpleSAMLphp', { paths: ['test/saml/'] }),
  suite('backup', 'backup, restore and the drill'),
  suite('release', 'how a version is made', {
    paths: ['client/', 'clients/python/', 'pages/', 'docs/install.md', 'docs/releases.json', 'test/release/'],
  }),
  suite('upgrade', 'the data of earlier versions', {
    paths: ['docs/releases.json', 'test/upgrade/'],
    notices: { 3: 'no earlier version has these tables' },
  }),
  suite(
    'long',
    'starts, crashes and several processes; statements of all routes; samples of all guides; whole registries',
    { run: ['test', '--', '\\.long\\.e2e-spec\\.ts$'], paths: ['client/', 'test/'] },
  ),
  suite('random', 'random tests, with another seed than in .ci/run, and more rounds', {
    run: ['test', '--', ...randomTests(ROOT)],
    env: { TEST_ROUNDS: '10' },
    paths: ['test/'],
  }),
  suite('mysql', 'end-to-end tests on MySQL', { paths: ['test/'] }),
  suite('image', 'container image, Compose file and unit', {
    paths: ['.dockerignore', 'LICENSE', 'docker/', 'pages/', 'test/image/'],
  }),
  suite('browser', 'all pages in a browser', {
    // They are for people who look; they take a third of the time of some files.
    env: { SCREENSHOTS: 'no' },
    paths: ['pages/', 'test/browser/'],
  }),
  suite('screen-reader', 'what a screen reader says on the pages', {
    paths: ['pages/', 'test/browser/support/', 'test/screen-reader/'],
  }),
  suite('faults', 'kills, freezes and bad clients under load'),
];
