import { readFile } from 'node:fs/promises';

import { ACCESS_SCOPES, type AccessScope } from '../../../src/http/access-scopes.js';
import { aKey } from '../../factories/keys.js';
import { Administrators } from '../../support/administrators.js';
import type { ApiClient } from '../../support/api-client.js';
import { documentOf, type Operation, operationsOf } from '../../support/operations.js';
import { TestService } from '../../support/service.js';

const ROOT = '/api/v1/integration';

/** The feed of changes: a credential reads what it may. */
const ANY_PART = 'users or progress or sync';
/** The scope of a call, by the beginning of its address; the root is open to all. */
const NEEDED: readonly (readonly [string, AccessScope | typeof ANY_PART])[] = [
  [`${ROOT}/events`, ANY_PART],
  [`${ROOT}/users`, 'users'],
  [`${ROOT}/runs`, 'users'],
  [`${ROOT}/drops`, 'users'],
  [`${ROOT}/holds`, 'users'],
  [`${ROOT}/conflicts`, 'users'],
  [`${ROOT}/progress`, 'progress'],
  [`${ROOT}/sync`, 'sync'],
  ['/api/v1/workflow', 'workflow'],
  ['/api/v1/sandbox', 'sandbox'],
];
/** Addresses and a method that there are not, each with the base under which it is. */
const UNKNOWN = [
  ['GET', `${ROOT}/no/such`, 'integration'],
  ['DELETE', `${ROOT}/users`, 'integration'],
  ['GET', '/api/v1/workflow/no/such', 'workflow'],
  ['GET', '/api/v1/sandbox/no/such', 'sandbox'],
] as const;
/** The calls of each scope. */
const OPENED: Readonly<Record<AccessScope, readonly ReturnType<typeof neededBy>[]>> = {
  integration: ['users', 'progress', 'sync', ANY_PART],
  users: ['users', ANY_PART],
  progress: ['progress', ANY_PART],
  sync: ['sync', ANY_PART],
  workflow: ['workflow'],
  // Its calls are those of identity providers, with another kind of credential.
  scim: [],
  sandbox: ['sandbox'],
};

const service = await TestService.ofWorker();
/** The calls that require an API key. */
const operations = (await operationsOf(service.anonymous())).filter(({ security }) =>
  security.includes('X-Service-API-Key'),
);

function neededBy({ path }: Operation): AccessScope | typeof ANY_PART | undefined {
  return NEEDED.find(([base]) => path.startsWith(base))?.[1];
}

async function callerWith(scopes: readonly AccessScope[]): Promise<ApiClient> {
  return service.callerWith(await service.tenant({ scopes }));
}

/** The decision of the guard about a call without a body: the missing scope, or that it is permitted. */
async function saidTo(
  caller: ApiClient,
  { method, path }: Pick<Operation, 'method' | 'path'>,
): Promise<string> {
  const { status, body } = await caller.send(method, path.replace(/:\w+/g, 'x'));
  if (status === 401 || status === 429) throw new Error(`${method} ${path} answered ${status}`);
  if (status !== 403) return 'let through';
  expect(body.error.code).toBe('INSUFFICIENT_SCOPE');
  const [, named = ''] =
    /^This credential lacks the scope (.+); use one that has it\.$/.exec(body.message) ?? [];
  return named.replaceAll('"', '');
}

describe('a key of one scope', () => {
  it.each(ACCESS_SCOPES)(
    '%s may make the calls that declare it, and is shown which scope others need',
    async (scope) => {
      const caller = await callerWith([scope]);
      const said: unknown[] = [];
      for (const operation of operations) said.push([operation.name, await saidTo(caller, operation)]);
      expect(said).toEqual(
        operations.map((operation) => {
          const needed = neededBy(operation);
          const isOpen = needed === undefined || OPENED[scope].includes(needed);
          return [operation.name, isOpen ? 'let through' : needed];
        }),
      );
    },
  );

  it('is tried at calls of every scope, and at the root, which asks for none', () => {
    expect(new Set(operations.map(neededBy))).toEqual(
      new Set([...NEEDED.map(([, scope]) => scope), undefined]),
    );
    expect(operations.filter((one) => neededBy(one) === undefined).map(({ name }) => name)).toEqual([
      `GET ${ROOT}`,
    ]);
  });

  it.each(ACCESS_SCOPES)('%s learns what there is not under its own base alone', async (scope) => {
    const caller = await callerWith([scope]);
    const own = { workflow: 'workflow', sandbox: 'sandbox', scim: 'scim' }[scope as string] ?? 'integration';
    const said = [];
    for (const [method, path] of UNKNOWN) said.push(await saidTo(caller, { method, path }));
    expect(said).toEqual(UNKNOWN.map(([, , base]) => (base === own ? 'let through' : base)));
  });
});

describe('a key of several scopes', () => {
  it('may make the calls of each of them', async () => {
    const caller = await callerWith(['sync', 'workflow', 'users']);
    for (const operation of operations) {
      const needed = neededBy(operation);
      expect({ name: operation.name, said: await saidTo(caller, operation) }).toEqual({
        name: operation.name,
        said: needed === 'progress' || needed === 'sandbox' ? needed : 'let through',
      });
    }
  });

  it('keeps them when it is rotated, and lists them', async () => {
    const { api } = await new Administrators(service).open(await service.tenant());
    const { apiKey } = await aKey(api, { scopes: ['users', 'sync'] });
    const { body } = await api.post(`/keys/${apiKey}/rotate`, {});
    const listed = await api.get(`/keys/${String(body.data['apiKey'])}`);
    expect({ rotated: body.data['scopes'], listed: listed.body.data['scopes'] }).toEqual({
      rotated: ['sync', 'users'],
      listed: ['sync', 'users'],
    });
  });

  it('may have all there are', async () => {
    const { api } = await new Administrators(service).open(await service.tenant());
    const { status, body } = await api.post('/keys', { label: 'all', scopes: ACCESS_SCOPES });
    expect({ status, scopes: body.data['scopes'] }).toEqual({
      status: 201,
      scopes: [...ACCESS_SCOPES].sort(),
    });
  });
});

/** Scopes, each between these marks. */
function between(mark: string, scopes: string): string {
  return scopes
    .split(' or ')
    .map((scope) => mark + scope + mark)
    .join(' or ');
}

describe('the reference', () => {
  it('says of each call which scope it needs, as a caller without it is answered', async () => {
    // The second service of this process must not log again what the first one has logged.
    const another = await TestService.start();
    const { paths } = await documentOf(another.anonymous());
    await another.stop();
    for (const operation of operations) {
      const shown = paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()];
      const needed = neededBy(operation);
      const examples = shown?.responses['403']?.content?.['application/json']?.examples;
      const missing = examples?.['INSUFFICIENT_SCOPE']?.value as { message: string } | undefined;
      const said = shown?.description?.match(
        /The credential needs the scope [^.]+\.|A credential of any scope will do\./g,
      );
      const wider = needed === 'workflow' || needed === 'sandbox' ? '' : ' or `integration`';
      expect({ name: operation.name, said, message: missing?.message }).toEqual({
        name: operation.name,
        said: [
          needed === undefined
            ? 'A credential of any scope will do.'
            : `The credential needs the scope ${between('`', needed)}${wider}.`,
        ],
        message:
          needed === undefined
            ? undefined
            : `This credential lacks the scope ${between('"', needed)}; use one that has it.`,
      });
    }
  });
});

describe('the page that makes keys', () => {
  it('offers every scope that there is, with a sentence about it', async () => {
    const source = await readFile('pages/src/keys/labels.ts', 'utf8');
    const offered = [...source.matchAll(/^ {2}(\w+): \{\s+label: (?:'\w+'|t`\w+`),\s+hint:\s+t`.+\.`/gm)];
    expect(offered.map(([, value]) => value)).toEqual(ACCESS_SCOPES);
  });
});
