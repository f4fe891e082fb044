// npm run example -- csv-drop | rest-sis | database-table [--stay] | qa: runs a connector of examples/, or the suite of
// QA, against the service that `npm start` runs, with the credential of its demo university.
import { ensureClient } from './client.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
await ensureClient();
const { runExample } = await import('./examples/run-example.mjs');
process.exitCode = await runExample(process.argv.slice(2));
