#!/usr/bin/env node
// The program `integration-api` of the client's package, for machines without the service: it may import nothing that
// needs the framework or a database. `scripts/build/client-program.mjs` joins it with what it imports.
import { feed } from './feed/feed.js';

const HELP = `Usage: integration-api feed <file> --url <base> --key <key> --secret <secret> [options]

Sends the people of a file to the service. All options: integration-api feed --help
`;

const [command = 'help', ...words] = process.argv.slice(2);
if (command === 'feed') {
  process.exitCode = await feed(words, process, 'integration-api feed');
} else {
  const isAsked = command === 'help' || command === '--help';
  (isAsked ? process.stdout : process.stderr).write(HELP);
  process.exitCode = isAsked ? 0 : 2;
}
