import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CLI = join(import.meta.dirname, '../../dist/cli/main.js');

export interface NewTenant {
  readonly tenantId: string;
  /** With the tenant's only credential. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Runs a built terminal command.
 * @param environment that of the service
 * @returns its JSON
 */
export async function runCli(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
): Promise<Record<string, string>> {
  const argv = [CLI, ...words, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env: environment });
  return JSON.parse(stdout) as Record<string, string>;
}

/**
 * Creates a tenant, and a credential with all scopes, by the built terminal commands.
 * @param environment that of the service
 */
export async function createTenant(environment: NodeJS.ProcessEnv, name: string): Promise<NewTenant> {
  const run = (...words: string[]): Promise<Record<string, string>> => runCli(environment, words);
  const domain = `${name.toLowerCase()}.example.edu`;
  const { tenantId = '' } = await run('tenant', 'create', '--name', name, '--domain', domain);
  const key = ['key', 'create', '--tenant', tenantId, '--label', 'bench'];
  const { apiKey = '', apiSecret = '' } = await run(...key, '--scopes', 'integration,workflow');
  return { tenantId, headers: { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret } };
}
