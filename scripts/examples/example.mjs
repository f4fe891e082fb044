// npm run example -- csv-drop | rest-sis | database-table | webhooks | mirror [--stay] | qa [<runner>]: runs a program
// of examples/, or the tests of examples/qa with their test runners (jest, vitest, playwright, pytest), against the
// service that `npm start` runs, with the credential of its demo university.
import { ensureClient } from '../build/client.mjs';
import { ALL, ensureBuild } from '../setup/setup.mjs';

// The examples import the client by its name, as a program elsewhere does: it is a workspace.
await ensureBuild(ALL);
await ensureClient();
const { runExample } = await import('./run-example.mjs');
process.exitCode = await runExample(process.argv.slice(2));
