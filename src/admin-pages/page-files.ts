import { type FileHandle, open, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
/** The compressed copies that the build writes beside a file, the smallest first. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;
/** A name without a separator and not of a hidden file, so that it cannot leave its directory. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;

/** A file that is ready to be sent, perhaps compressed. The caller must close it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly type: string;
  readonly encoding: string | undefined;
}

async function openFile(path: string): Promise<{ handle: FileHandle; size: number } | undefined> {
  const handle = await open(path).catch(() => undefined);
  if (handle === undefined) return undefined;
  const found = await handle.stat();
  if (found.isFile()) return { handle, size: found.size };
  await handle.close();
  return undefined;
}

/** The built pages in their directory, read at each request, so that a new build needs no restart. */
export class PageFiles {
  constructor(private readonly directory: string) {}

  /** A page as text; undefined while the pages are not built. */
  async page(name: 'index.html' | 'reference.html'): Promise<string | undefined> {
    return readFile(join(this.directory, name), 'utf8').catch(() => undefined);
  }

  /** @param accepts whether the client takes this encoding */
  async open(
    folder: '' | 'assets',
    name: string,
    accepts: (encoding: string) => boolean,
  ): Promise<OpenFile | undefined> {
    const type = TYPES[extname(name)];
    if (type === undefined || !PLAIN_NAME.test(name)) return undefined;
    const path = join(this.directory, folder, name);
    for (const encoding of ENCODINGS) {
      const compressed = accepts(encoding.name) ? await openFile(path + encoding.extension) : undefined;
      if (compressed !== undefined) return { ...compressed, type, encoding: encoding.name };
    }
    const plain = await openFile(path);
    return plain === undefined ? undefined : { ...plain, type, encoding: undefined };
  }
}
