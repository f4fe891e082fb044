import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary file without a name: it ends when it is closed, and with the process at the latest. */
export async function openUnlinked(): Promise<FileHandle> {
  const path = join(tmpdir(), `integration-api-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
