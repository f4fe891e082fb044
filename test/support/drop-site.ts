import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { drops } from '../../src/cli/drops/drops.js';
import type { Row } from './answers.js';
import { credentialOptions } from './run-feed.js';
import type { IssuedKey } from './service.js';
import { printed } from './terminal.js';

/** A folder into which a test puts files, and the command that takes them. */
export class DropSite {
  /** @param url of the service */
  constructor(
    readonly path: string,
    private readonly url: string,
    private readonly key: IssuedKey,
  ) {}

  get options(): string[] {
    const { apiKey, apiSecret } = this.key;
    return ['--dir', this.path, ...credentialOptions(this.url, String(apiKey), String(apiSecret))];
  }

  /** Puts a file into the folder. @param content a table becomes CSV */
  async put(name: string, content: string | Buffer | readonly Row[]): Promise<void> {
    await writeFile(join(this.path, name), isTable(content) ? csv(content) : content);
  }

  /** @param rules by patterns */
  rules(rules: object): Promise<void> {
    return writeFile(join(this.path, 'drops.json'), JSON.stringify(rules), { mode: 0o644 });
  }

  /** Takes all that is ready, in this process. */
  run(words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): ReturnType<typeof printed> {
    const argv = [...this.options, '--once', '--settle', '0', ...words];
    const own = { INTEGRATION_API_BACKOFF_MS: '1', PATH: process.env['PATH'], ...env };
    return printed((output) => drops(argv, { stdin: Readable.from([]), env: own, ...output }));
  }

  /** What people see in a folder. */
  async names(folder = ''): Promise<string[]> {
    const names = await readdir(join(this.path, folder));
    return names.filter((name) => !name.startsWith('.')).sort();
  }

  has(name: string): boolean {
    return existsSync(join(this.path, name));
  }

  read(name: string): Promise<string> {
    return readFile(join(this.path, name), 'utf8');
  }

  /** What became of the last file of a name. */
  async result(name: string): Promise<Row> {
    return JSON.parse(await this.read(`${name}.result.json`)) as Row;
  }
}

function isTable(content: string | Buffer | readonly Row[]): content is readonly Row[] {
  return Array.isArray(content);
}

/** The people as a table, with a column for each field of the first of them. */
export function csv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((column) => String(row[column])))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}
