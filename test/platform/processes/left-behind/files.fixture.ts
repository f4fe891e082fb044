import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

it('leaves a folder', () => {
  expect(mkdtempSync(join(tmpdir(), 'forgotten-'))).toContain('forgotten-');
});
