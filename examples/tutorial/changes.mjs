// node changes.mjs <place>: prints what has changed since the place that the file has, and keeps the new one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { IntegrationApi } from '@integration-api/client';

const {
  INTEGRATION_API_URL: url,
  INTEGRATION_API_KEY: apiKey,
  INTEGRATION_API_SECRET: apiSecret,
} = process.env;
const api = new IntegrationApi({ url, apiKey, apiSecret });

const [file] = process.argv.slice(2);
let after = existsSync(file) ? readFileSync(file, 'utf8') : 'earliest';
let isMore = true;
while (isMore) {
  const { data, meta } = await api.events.page({ after });
  for (const event of data) console.log(event.type, event.subject);
  after = meta.nextAfter;
  isMore = meta.hasMore;
  writeFileSync(file, after);
}
