import { spawn } from 'node:child_process';

it('leaves a process that its own child has started', async () => {
  const child = spawn('sh', ['-c', 'sleep 61 & exit 0'], { stdio: 'ignore', detached: true });
  await new Promise((resolve) => child.once('exit', resolve));
});
