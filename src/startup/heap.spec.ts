import { spawnSync } from 'node:child_process';

import { HEAP_GROWTH } from './heap.js';

it('this version of Node accepts the flag of the heap, which a later one may drop', () => {
  const { status, stderr } = spawnSync(process.execPath, [HEAP_GROWTH, '--eval', '']);
  expect({ status, said: String(stderr) }).toEqual({ status: 0, said: '' });
});
