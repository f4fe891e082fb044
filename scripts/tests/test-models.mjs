// npm run test:models: SPIN explores the models of test/models.
import { ensureBuild, fail } from '../setup/setup.mjs';
import { ensureInstalled, isProgram } from '../programs/debian.mjs';
import { runSuite } from './jest.mjs';

await ensureBuild();
for (const [program, name] of [
  ['spin', 'spin'],
  ['gcc', 'build-essential'],
]) {
  const reason = `No ${program} was found; installing the distribution’s with apt-get.`;
  if (!(await ensureInstalled(() => isProgram(program), [name], reason)))
    fail(`These tests need ${program} (on Debian: apt-get install ${name}), which cannot be installed.`);
}
await runSuite('models', {
  columns: ['model', 'with', 'found', 'states:', 'depth:', 'seconds:'],
});
