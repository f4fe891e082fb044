// npm run restore -- <file.sql.gz> [--until <time> --binary-log <file>…]: reads a backup into an empty database.
import { parseArgs } from 'node:util';
import { checkWhole, positionIn, readIn, refuseUsed } from './backup-file.mjs';
import { needClient } from './database-client.mjs';
import { main, withDatabase } from './database-target.mjs';

const USAGE =
  'Usage: npm run restore -- <file> [--until <time> --from <database> --binary-log <file>…],\n' +
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
  if (positionals.length !== 1 || (until === undefined) !== (files === undefined)) throw new Error(USAGE);
  return { file: positionals[0], until, from, files };
}

await main(async () => {
  const { file, until, from, files } = read();
  await checkWhole(file);
  const position = until === undefined ? undefined : await positionIn(file);
  if (until !== undefined && position === undefined)
    throw new Error(`${file} does not say where the binary log stood; it was made without --position.`);
  await withDatabase(async (target, family) => {
    const client = await needClient('client', family);
    await refuseUsed(client, target);
    const { applyBinaryLogs, parseUntil } = await import('./binary-logs.mjs');
    const stop = until === undefined ? undefined : parseUntil(until);
    await readIn(client, target, file);
    if (stop === undefined) return;
    const logs = { files };
    const origin = from ?? target.database;
    await applyBinaryLogs({ family, client, target, position, until: stop, logs, from: origin });
  });
  process.stderr.write(
    `${file} is restored${until === undefined ? '' : `, and what was committed until ${until}`}. ` +
      'Start the service with the SERVER_KEY of that time.\n',
  );
});
