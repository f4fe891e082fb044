// node people.mjs <copy.json>: brings a copy of the people up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { IntegrationApi } from '@integration-api/client';

const {
  INTEGRATION_API_URL: url,
  INTEGRATION_API_KEY: apiKey,
  INTEGRATION_API_SECRET: apiSecret,
} = process.env;
const api = new IntegrationApi({ url, apiKey, apiSecret });

const [file] = process.argv.slice(2);
const copy = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { people: {}, state: {} };
let changed = 0;
for await (const { users, state } of api.users.pull(copy.state)) {
  for (const user of users) {
    if ('removed' in user) delete copy.people[user.id];
    else copy.people[user.id] = user;
  }
  changed += users.length;
  copy.state = state;
  writeFileSync(file, JSON.stringify(copy));
}
console.log(`${changed} changed, ${Object.keys(copy.people).length} in the copy`);
