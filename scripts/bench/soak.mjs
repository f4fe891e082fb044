import { runTypescript } from '../setup/child.mjs';
import { ensureBuild } from '../setup/setup.mjs';

await ensureBuild();
process.exitCode = await runTypescript('bench/soak/main.ts', process.argv.slice(2));
