// Sends so many rows of two kilobytes to the address it is given, and prints the megabytes of buffers that it holds
// when the last one is answered.
import { setImmediate as nextTurn } from 'node:timers/promises';

import { IntegrationApi } from '../../client/dist/index.js';

const [url, count] = process.argv.slice(2);
const api = new IntegrationApi({ url, apiKey: 'the-key', apiSecret: 'the-secret' });
const filler = 'x'.repeat(2000);

function* rows() {
  for (let number = 0; number < Number(count); number += 1) yield { externalId: `S-${number}`, name: filler };
}

for await (const { line } of api.users.bulk(rows())) {
  if (line !== Number(count)) continue;
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc();
    await nextTurn();
  }
  console.log(process.memoryUsage().arrayBuffers / 1e6);
}
