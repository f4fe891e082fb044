// Posts each event of the feed to a URL, signed as Standard Webhooks say: at least once, one after the other.
import { createHmac } from 'node:crypto';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { IntegrationApi } from '@integration-api/client';

import { addressAndCredential } from '../settings.mjs';

const { WEBHOOK_URL = '', WEBHOOK_SECRET = '', WEBHOOK_FOLDER = '.', PAUSE_MS = 1000 } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');

function headersOf(id, body) {
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
}

async function post(event) {
  const body = JSON.stringify(event);
  for (let attempt = 0; attempt < 6; attempt += 1) {
    if (attempt > 0) await delay(Number(PAUSE_MS) * 2 ** attempt);
    const request = { method: 'POST', headers: headersOf(event.id, body), body };
    if ((await fetch(WEBHOOK_URL, request).catch(() => undefined))?.ok) return;
  }
  await appendFile(`${WEBHOOK_FOLDER}/dead-letters.ndjson`, `${body}\n`);
}

const api = new IntegrationApi(addressAndCredential());
const query = { waitSeconds: process.argv.includes('--once') ? 0 : 25 };
query.after = await readFile(`${WEBHOOK_FOLDER}/place`, 'utf8').catch(() => 'earliest');
for (let hasMore = true; hasMore || query.waitSeconds > 0;) {
  const { data, meta } = await api.events.page(query);
  for (const event of data) await post(event);
  ({ nextAfter: query.after, hasMore } = meta);
  await writeFile(`${WEBHOOK_FOLDER}/place.part`, query.after); // What is not saved is posted again.
  await rename(`${WEBHOOK_FOLDER}/place.part`, `${WEBHOOK_FOLDER}/place`);
}
