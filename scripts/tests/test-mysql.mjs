import { ensureMysql, versionOf } from '../programs/mysql-server.mjs';
import { explain } from '../setup/problem.mjs';
import { ensureBuild, fail, say } from '../setup/setup.mjs';
import { runJest, WORKERS } from './jest.mjs';

// What these files test does not depend on the server's family: documents, the client package, the command line,
// processes, bounds of requests, log-in, mail, what the pages ask (`platform/hot-queries` runs each of their
// statements), what is refused before the database is asked, dry runs and bodies that are known already, the server
// key, the clock and the faults of sandboxes, and the amounts that SCIM must bear. They take more than half of the time
// of all end-to-end tests. `MYSQLD=/path/to/mysqld npm test` runs them too.
const OF_NO_FAMILY = [
  'admin/(?!audit-chain|audit-people|run-people|search|unspaced-names|users)',
  'alerts/',
  'auth/',
  'client/',
  'real-input/',
  'sandbox/(?!sandboxes)',
  'scim/(hostile|oauth|openapi|providers/|scans|whole-sync)',
  'users/(dry-run|fields|provisioning-routes|run-commands|unchanged-bodies|unmistakable-names)',
  'platform/\\w+/(asyncapi|attackers|bulk-bounds|cli|door|event-sender|examples|feed|guides|last-words|metrics|' +
    'openapi|operator-files|outgoing|process|rate-limits|rate-limits-redis|rate-limits-shared|reference|' +
    'request-lines|routes|scopes|server-key|several-processes|soak-growth|tenant-walls|tenant-walls-load)\\.',
];

await ensureBuild();
const MYSQLD = await ensureMysql().catch(explain);
const version = await versionOf(MYSQLD);
if (version === undefined) fail(`MYSQLD is set to ${MYSQLD}, which is no MySQL server.`);
say(`The end-to-end tests run on MySQL ${version}.`);

// The lists come last, because Jest takes any further argument for another project or pattern.
process.exitCode = await runJest(
  [
    WORKERS,
    ...process.argv.slice(2),
    '--testPathIgnorePatterns',
    ...OF_NO_FAMILY.map((path) => `/test/${path}`),
    '--selectProjects',
    'e2e',
  ],
  { MYSQLD },
);
