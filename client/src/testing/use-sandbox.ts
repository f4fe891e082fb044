import { isApiError } from '../errors.js';
import { IntegrationApi } from '../integration-api.js';
import type { CreatedSandbox, CreateSandbox, SandboxRequest } from '../openapi/types.gen.js';
import { SandboxClock } from './sandbox-clock.js';
import { SandboxFaults } from './sandbox-faults.js';
import { type ScimAccess, scimAccess } from './scim-access.js';

/** The sandbox, and where the service is; without them the environment says it. */
export interface UseSandbox extends CreateSandbox {
  /** Default: `INTEGRATION_API_URL`. */
  readonly url?: string;
  /** A key with the scope `sandbox`; default: `INTEGRATION_API_KEY`. */
  readonly apiKey?: string;
  /** Default: `INTEGRATION_API_SECRET`. */
  readonly apiSecret?: string;
  /** Attempts of `api` and `workflow` after the first one. Default 0, so that a test sees each fault. */
  readonly retries?: number;
}

/** A university of its own for one test, or for one file of tests. */
export interface SandboxFixture {
  readonly sandbox: CreatedSandbox;
  /** The calls of the SIS and of connectors. */
  readonly api: IntegrationApi;
  /** The calls of review workflows. */
  readonly workflow: IntegrationApi;
  /** The calls of an identity provider. */
  readonly scim: ScimAccess;
  readonly clock: SandboxClock;
  readonly faults: SandboxFaults;
  /** What was asked of it, the latest last. */
  requests(limit?: number): Promise<readonly SandboxRequest[]>;
  /** Puts it back to how it was made. */
  reset(): Promise<void>;
  /** Deletes it; without this it is deleted when its time is over. */
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a sandbox. It takes some hundredths of a second; the first one of a seed in a day takes a second or two.
 * @throws {IntegrationApiError} when it cannot be made
 */
export async function useSandbox(options: UseSandbox = {}): Promise<SandboxFixture> {
  const { url: given, apiKey, apiSecret, retries = 0, ...input } = options;
  const url = given ?? fromEnvironment('INTEGRATION_API_URL');
  const { sandboxes } = new IntegrationApi({
    url,
    apiKey: apiKey ?? fromEnvironment('INTEGRATION_API_KEY'),
    apiSecret: apiSecret ?? fromEnvironment('INTEGRATION_API_SECRET'),
  });
  const { data: sandbox } = await sandboxes.create(input);
  const { tenantId } = sandbox;
  const as = (scope: string): IntegrationApi =>
    new IntegrationApi({ url, retries, stampsEvents: false, ...keyOf(sandbox, scope) });
  const remove = async (): Promise<void> => {
    try {
      await sandboxes.remove(tenantId);
    } catch (error) {
      // It is gone already, perhaps by an attempt whose answer was lost.
      if (!isApiError(error, 'NOT_FOUND')) throw error;
    }
  };
  return {
    sandbox,
    api: as('integration'),
    workflow: as('workflow'),
    scim: scimAccess(url, keyOf(sandbox, 'scim')),
    clock: new SandboxClock(sandboxes, tenantId),
    faults: new SandboxFaults(sandboxes, tenantId),
    requests: async (limit) => (await sandboxes.requests(tenantId, limit)).data,
    reset: async () => {
      await sandboxes.reset(tenantId);
    },
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

function keyOf({ credentials }: CreatedSandbox, scope: string): { apiKey: string; apiSecret: string } {
  const key = credentials.find(({ scopes }) => scopes.includes(scope));
  if (key === undefined) throw new Error(`The sandbox has no key with the scope ${scope}`);
  const { apiKey, apiSecret } = key;
  return { apiKey, apiSecret };
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`Set ${name} where the tests run, or give it as an option of the sandbox`);
  return value;
}
