import { mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { resolve } from 'node:path';

/** Node 22.10 and later have both functions, 22.1 has the first. */
interface NodeModule extends Pick<typeof nodeModule, 'builtinModules'> {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}

const node: NodeModule = nodeModule;

/**
 * Lets Node keep what it compiles from now on, and use what it kept before. Nothing happens on Node 20, where
 * NODE_COMPILE_CACHE names another folder, or where the folder cannot be written. The folder must be that of this user
 * alone: what lies there is executed.
 */
export function keepCompiledCode(dataDirectory: string): void {
  if (node.enableCompileCache === undefined || process.env['NODE_COMPILE_CACHE'] !== undefined) return;
  const folder = resolve(dataDirectory, 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  node.enableCompileCache(folder);
}

/** Writes it now: a service that is killed writes nothing at its end. */
export function writeCompiledCode(): void {
  node.flushCompileCache?.();
}
