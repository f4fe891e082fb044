// npm run backup -- <file.sql.gz> [--position]: dumps the database as it is at one moment, while the service runs.
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dump } from './backup-file.mjs';
import { main, withDatabase } from './database-target.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { position: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (file === undefined || !file.endsWith('.gz'))
    throw new Error(
      'Usage: npm run backup -- <file> [--position], where the file ends in .gz, such as backup.sql.gz',
    );
  await withDatabase((target, family) => dump(target, family, file, values));
  process.stderr.write(
    `${file} has everything (${statSync(file).size} bytes), people's data included: ` +
      'keep it as safe as the database.\n' +
      'Keep SERVER_KEY too, in another place: without it no stored credential is valid.\n',
  );
});
