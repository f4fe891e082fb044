import { fetchNode } from '../programs/node-versions.mjs';
import { explain } from '../setup/problem.mjs';
import { ensureBuild } from '../setup/setup.mjs';
import { runSuite } from './jest.mjs';

// Of each line that is maintained the newest version when this was written.
const NEWEST = ['20.20.2', '22.23.3', '24.21.0'];

await ensureBuild();
const { node: own } = process.versions;
const lineOf = (version) => version.split('.')[0];
// What this machine runs is tried as well, when it is another version of one of these lines.
const others = NEWEST.some((version) => lineOf(version) === lineOf(own)) ? [own] : [];
const programs = {};
for (const version of new Set([...NEWEST, ...others]))
  programs[version] = version === own ? process.execPath : await fetchNode(version).catch(explain);
await runSuite('node', { variables: { NODE_PROGRAMS: JSON.stringify(programs) } });
