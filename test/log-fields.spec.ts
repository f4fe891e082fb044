import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LOG_FIELDS } from '../src/log-lines/log-fields.js';

describe('the fields of the log', () => {
  it('are those of docs/log.md', () => {
    const [, table = ''] = readFileSync('docs/log.md', 'utf8').split('## Fields');
    const rows = [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, field, meaning]) => [
      field,
      meaning,
    ]);
    expect(rows).toEqual(Object.entries(LOG_FIELDS));
  });

  it('are those of every line: no file but LineLogger uses the logger of Nest', () => {
    const using = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .filter((file) =>
        /\bLogger\b[^}]*\} from '@nestjs\/common'/.test(readFileSync(join('src', file), 'utf8')),
      );
    expect(using).toEqual([join('log-lines', 'line-logger.ts')]);
  });
});
