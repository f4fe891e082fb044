import { spawn } from 'node:child_process';

it('leaves a child that has another environment', () => {
  expect(spawn('sleep', ['62'], { stdio: 'ignore', env: {} }).pid).toBeGreaterThan(0);
});
