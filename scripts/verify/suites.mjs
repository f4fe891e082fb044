// What `npm run verify` runs, in this order. Tests of suites that are not here are part of `.ci/run`.
//   run      the words for npm; a suite of Jest also counts its tests
//   paths    files and folders whose changes may change the outcome
//   notices  exit codes that mean that the machine could not check everything, which is no failure
//   needsHistory  an earlier commit is needed

const SERVICE = ['src/', 'package-lock.json', 'test/support/', 'test/jest/'];
const WHERE_OFFERED = 'run it where the registry can be asked';

export const SUITES = [
  {
    name: 'audit',
    run: ['audit'],
    covers: 'known weaknesses of what is shipped',
    paths: ['package-lock.json', 'pages/package.json', 'client/package.json'],
    notices: { 3: `nothing was checked; ${WHERE_OFFERED}` },
  },
  {
    name: 'dependencies',
    run: ['dependencies'],
    covers: 'licences, install scripts and age of packages',
    paths: ['package-lock.json', 'pages/package.json', 'client/package.json', 'scripts/dependencies/'],
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
    paths: [
      'src/scim/',
      'src/users/',
      'src/http/',
      'src/tenancy/',
      'package-lock.json',
      'test/scim-clients/',
    ],
  },
  {
    name: 'examples',
    run: ['test:examples'],
    isJest: true,
    covers: 'the examples against the service, in real time',
    paths: ['examples/', 'client/src/', ...SERVICE, 'scripts/examples/', 'test/examples/'],
  },
  {
    name: 'node',
    run: ['test:node'],
    isJest: true,
    covers: 'the built service on each version of Node',
    paths: ['src/', 'package-lock.json', 'scripts/test-node.mjs', 'scripts/node-versions.mjs', 'test/node/'],
  },
  {
    name: 'monitoring',
    run: ['test:monitoring'],
    isJest: true,
    covers: 'alert rules and dashboard in a real Prometheus',
    paths: [
      'src/metrics/',
      'src/background/',
      'src/alerts/',
      'src/http/',
      'src/sync/',
      'docker/',
      'test/monitoring/',
    ],
  },
  {
    name: 'backup',
    run: ['test:backup'],
    isJest: true,
    covers: 'backup, restore and the drill',
    paths: ['src/database/', 'src/cli/', 'src/startup/', 'scripts/', 'test/backup/'],
  },
  {
    name: 'release',
    run: ['test:release'],
    isJest: true,
    covers: 'how a version is made',
    paths: [
      'scripts/',
      'package.json',
      'package-lock.json',
      'client/',
      'pages/',
      'docs/releases.json',
      'test/release/',
    ],
  },
  {
    name: 'upgrade',
    run: ['test:upgrade'],
    isJest: true,
    needsHistory: true,
    covers: 'the data of earlier versions',
    paths: [...SERVICE, 'docs/releases.json', 'scripts/checkout.mjs', 'test/upgrade/'],
  },
  {
    name: 'random',
    run: ['test', '--', 'random', 'attackers', 'hostile', 'progress/tags', 'compiled-validator'],
    isJest: true,
    covers: 'random tests, with another seed than in .ci/run',
    paths: [...SERVICE, 'test/'],
  },
  {
    name: 'mysql',
    run: ['test:mysql'],
    isJest: true,
    covers: 'end-to-end tests on MySQL',
    paths: [...SERVICE, 'scripts/mysql-server.mjs', 'scripts/test-mysql.mjs', 'test/'],
  },
  {
    name: 'image',
    run: ['test:image'],
    isJest: true,
    covers: 'container image, Compose file and unit',
    paths: [
      'docker/',
      'src/config/',
      'src/main.ts',
      'src/startup/',
      'package-lock.json',
      'scripts/image.mjs',
      'scripts/start.mjs',
      'test/image/',
    ],
  },
  {
    name: 'browser',
    run: ['test:browser'],
    isJest: true,
    // They are for people who look; they take a third of the time of some files.
    env: { SCREENSHOTS: 'no' },
    covers: 'all pages in a browser',
    paths: ['pages/', ...SERVICE, 'test/browser/'],
  },
  {
    name: 'faults',
    run: ['test:faults'],
    isJest: true,
    covers: 'kills, freezes and bad clients under load',
    paths: [...SERVICE, 'client/src/', 'test/faults/'],
  },
];
