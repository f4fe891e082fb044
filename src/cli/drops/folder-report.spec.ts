import { isRunName } from '../../tenancy/sync-run.js';
import { folderName } from './folder-report.js';

describe('the name of a folder', () => {
  it.each([
    ['sftp1', '/srv/drops/sis/files', 'sftp1:srv-drops-sis-files'],
    ['sftp1.example.edu', '/srv/K\u00f6ln 1', 'sftp1.example.edu:srv-K-ln-1'],
    ['sftp1', '/', 'sftp1:'],
  ])('of %s %s is %s', (host, path, name) => {
    expect(folderName(host, path)).toBe(name);
  });

  it('is short enough, and keeps its end', () => {
    const name = folderName('sftp1', `/${'x'.repeat(200)}/files`);
    expect(name).toMatch(/x-files$/);
    expect(isRunName(name)).toBe(true);
  });
});
