import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runHaproxy } from '../../../bench/cluster/haproxy.js';
import { ensureHaproxy } from '../../../bench/cluster/installation.js';
import type { Program } from '../../../bench/support/program.js';
import { PROJECT_ROOT } from '../../support/service-process.js';

/** Finds the text once, so that a file that was changed is noticed. */
export function put(text: string, place: string, other: string): string {
  const parts = text.split(place);
  if (parts.length !== 2) throw new Error(`There is not one ${place} in the file`);
  return parts.join(other);
}

/** What the unit of systemd sets besides ports and folders. */
export async function settingsOfUnit(): Promise<Record<string, string>> {
  const unit = await readFile(join(PROJECT_ROOT, 'docker/systemd/integration-api@.service'), 'utf8');
  const [, drainSeconds = ''] = /^Environment=DRAIN_SECONDS=(\d+)$/m.exec(unit) ?? [];
  const [, proxies = ''] = /^Environment=TRUSTED_PROXIES=(\S+)$/m.exec(unit) ?? [];
  return { DRAIN_SECONDS: drainSeconds, TRUSTED_PROXIES: proxies };
}

/**
 * Starts HAProxy with the file of `docker/`; only ports are others.
 * @param port where it listens
 * @param ports of two processes
 */
export async function startBalancer(
  folder: string,
  port: number,
  [first = 0, second = 0]: readonly number[],
): Promise<Program> {
  const file = await readFile(join(PROJECT_ROOT, 'docker/haproxy/haproxy.cfg'), 'utf8');
  let text = put(file, 'bind :3000', `bind 127.0.0.1:${port}`);
  text = put(put(text, '127.0.0.1:3001', `127.0.0.1:${first}`), '127.0.0.1:3002', `127.0.0.1:${second}`);
  return runHaproxy(await ensureHaproxy(() => undefined), folder, port, text);
}
