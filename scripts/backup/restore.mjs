// npm run restore -- <file.sql.gz> [--until <time> --binary-log <file>…]: reads a backup into an empty database.
import { parseArgs } from 'node:util';
import { readBackup, readIn, refuseUsed } from './backup-file.mjs';
import { needClient } from './database-client.mjs';
import { main, withDatabase } from './database-target.mjs';

const USAGE =
  'Usage: npm run restore -- <file> [--until <time> --binary-log <file>… [--from <database>]],\n' +
  'with a file as npm run backup has written it (with --position for --until)';

function read() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      until: { type: 'string' },
      from: { type: 'string' },
      'binary-log': { type: 'string', multiple: true },
    },
  });
  const { until, from, 'binary-log': files } = values;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0 || (until === undefined) !== (files === undefined))
    throw new Error(USAGE);
  return { file, until, from, files };
}

await main(async () => {
  const { file, until, from, files } = read();
  const backup = await readBackup(file);
  await withDatabase(async (target, family) => {
    const { applyBinaryLogs, prepareBinaryLogs } = await import('./binary-logs.mjs');
    const client = await needClient('client', family);
    await refuseUsed(client, target);
    const input = { family, file, backup, until, logs: { files }, from };
    const prepared = until === undefined ? undefined : await prepareBinaryLogs(input);
    await readIn(client, target, file);
    if (prepared !== undefined) await applyBinaryLogs(client, target, prepared);
  });
  process.stderr.write(
    `${file} is restored${until === undefined ? '' : `, and what was committed until ${until}`}. ` +
      'Start the service with the SERVER_KEY of that time.\n',
  );
});
