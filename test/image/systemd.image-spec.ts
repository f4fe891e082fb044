import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT_ROOT } from '../support/service-process.js';

/** Each with the name of an instance. */
const UNITS = [
  ['integration-api@.service', 'integration-api@3001.service'],
  ['integration-api-drops@.service', 'integration-api-drops@sis.service'],
] as const;
/** In tenths, as systemd counts exposure from 0 to 10. What is left is the network, and V8, which makes code. */
const MOST_EXPOSURE = '15';

let folder: string;
let unit: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unit-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function change(text: string, other: string): void {
  const written = readFileSync(unit, 'utf8');
  expect(written).toContain(text);
  writeFileSync(unit, written.replaceAll(text, other));
}

function analyze(...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const verify = (): unknown => analyze('verify', '--man=no', '--recursive-errors=no', unit);
const security = (): { status: number | null; output: string } =>
  analyze('security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSURE}`, unit);

describe.each(UNITS)('the unit of systemd %s', (name, instance) => {
  beforeEach(() => {
    unit = join(folder, instance);
    copyFileSync(join(PROJECT_ROOT, 'docker/systemd', name), unit);
    // A machine without these programs has a unit all the same.
    writeFileSync(unit, readFileSync(unit, 'utf8').replaceAll(/\/usr\/bin\/(?:node|curl)/g, '/bin/true'));
  });

  it('is one that systemd understands', () => {
    expect(verify()).toEqual({ status: 0, output: '' });
  });

  it('would be refused with a key that does not exist', () => {
    change('ProtectHome=', 'ProtectHomes=');
    expect(verify()).toMatchObject({ status: 1, output: expect.stringContaining('ProtectHomes') as string });
  });

  it('leaves little open', () => {
    const { status, output } = security();
    process.stderr.write(
      `systemd-analyze security ${instance}: ${/exposure level .*: ([\d.]+)/.exec(output)?.[1] ?? output}\n`,
    );
    expect(status).toBe(0);
  });

  it('would be refused without its limits on system calls', () => {
    change('SystemCallFilter=', '# SystemCallFilter=');
    expect(security().status).not.toBe(0);
  });
});
