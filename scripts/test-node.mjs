import { runJest } from './child.mjs';
import { fetchNode } from './node-versions.mjs';
import { explain } from './problem.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

// Of each line that is maintained the newest version when this was written.
const NEWEST = ['20.20.2', '22.23.3', '24.21.0'];

ensureNode();
await ensureModules();
await ensureBuild();
const { node: own } = process.versions;
const lineOf = (version) => version.split('.')[0];
// What this machine runs is tried as well, when it is another version of one of these lines.
const others = NEWEST.some((version) => lineOf(version) === lineOf(own)) ? [own] : [];
const programs = {};
for (const version of new Set([...NEWEST, ...others]))
  programs[version] = version === own ? process.execPath : await fetchNode(version).catch(explain);
const words = ['--config', 'test/node/jest.config.js', ...process.argv.slice(2)];
process.exitCode = await runJest(words, { NODE_PROGRAMS: JSON.stringify(programs) });
