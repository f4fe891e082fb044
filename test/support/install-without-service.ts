import { existsSync, rmSync, writeFileSync } from 'node:fs';

import { installFirstOf } from '../../src/database/private-server/install-server-package.js';

/** Says to the scripts of a package that no service may be started. */
const POLICY = '/usr/sbin/policy-rc.d';

/**
 * Installs a package of the distribution without its service being started, which only root can prevent. A machine that
 * has a policy keeps its own.
 * @param reason is printed, when that is permitted
 */
export async function installWithoutService(name: string, reason: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const hasPolicy = existsSync(POLICY);
  if (!hasPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await installFirstOf([name], reason, (line) => void process.stderr.write(`${line}\n`));
  } finally {
    if (!hasPolicy) rmSync(POLICY, { force: true });
  }
}
