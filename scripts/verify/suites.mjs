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

export const SUITES = [
  {
    name: 'audit',
    run: ['audit'],
    covers: 'known weaknesses of what is shipped',
    paths: [...PACKAGES, 'pages/', 'scripts/'],
    notices: { 3: `nothing was checked; ${WHERE_OFFERED}` },
  },
  {
    name: 'dependencies',
    run: ['dependencies'],
    covers: 'licences, install scripts and age of packages',
    paths: [...PACKAGES, 'pages/', 'scripts/'],
    notices: {
      3: `not every package was judged; ${WHERE_OFFERED}`,
      4: 'a package has had no release for longer than the policy allows',
    },
  },
  {
    name: 'scim',
    run: ['test:scim'],
    isJest: true,
    covers: 'SCIM with clients that others wrote',
    paths: [...SERVICE, 'test/scim-clients/'],
  },
  {
    name: 'examples',
    run: ['test:examples'],
    isJest: true,
    covers: 'the examples against the service, in real time',
    paths: [...SERVICE, 'examples/', 'test/client/', 'test/examples/'],
  },
  {
    name: 'node',
    run: ['test:node'],
    isJest: true,
    covers: 'the built service on each version of Node',
    paths: [...SERVICE, 'test/node/'],
  },
  {
    name: 'monitoring',
    run: ['test:monitoring'],
    isJest: true,
    covers: 'alert rules and dashboard in a real Prometheus',
    paths: [...SERVICE, 'docker/', 'test/monitoring/'],
  },
  {
    name: 'backup',
    run: ['test:backup'],
    isJest: true,
    covers: 'backup, restore and the drill',
    paths: [...SERVICE, 'test/backup/'],
  },
  {
    name: 'release',
    run: ['test:release'],
    isJest: true,
    covers: 'how a version is made',
    paths: [...SERVICE, 'client/', 'pages/', 'docs/releases.json', 'test/release/'],
  },
  {
    name: 'upgrade',
    run: ['test:upgrade'],
    isJest: true,
    covers: 'the data of earlier versions',
    paths: [...SERVICE, 'docs/releases.json', 'test/upgrade/'],
    notices: { 3: 'no earlier version has these tables' },
  },
  {
    name: 'long',
    run: ['test', '--', '\\.long\\.e2e-spec\\.ts$'],
    isJest: true,
    covers:
      'starts, crashes and several processes; statements of all routes; samples of all guides; whole registries',
    paths: [...SERVICE, 'client/', 'test/'],
  },
  {
    name: 'random',
    run: ['test', '--', ...randomTests(ROOT)],
    isJest: true,
    env: { TEST_ROUNDS: '10' },
    covers: 'random tests, with another seed than in .ci/run, and more rounds',
    paths: [...SERVICE, 'test/'],
  },
  {
    name: 'mysql',
    run: ['test:mysql'],
    isJest: true,
    covers: 'end-to-end tests on MySQL',
    paths: [...SERVICE, 'test/'],
  },
  {
    name: 'image',
    run: ['test:image'],
    isJest: true,
    covers: 'container image, Compose file and unit',
    paths: [...SERVICE, '.dockerignore', 'LICENSE', 'docker/', 'pages/', 'test/image/'],
  },
  {
    name: 'browser',
    run: ['test:browser'],
    isJest: true,
    // They are for people who look; they take a third of the time of some files.
    env: { SCREENSHOTS: 'no' },
    covers: 'all pages in a browser',
    paths: [...SERVICE, 'pages/', 'test/browser/'],
  },
  {
    name: 'faults',
    run: ['test:faults'],
    isJest: true,
    covers: 'kills, freezes and bad clients under load',
    paths: [...SERVICE, 'test/faults/'],
  },
];
