import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

mkdtempSync(join(tmpdir(), 'unloadable-'));

throw new Error('This file cannot be loaded.');
