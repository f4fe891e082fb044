import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Rooms of `src`, and files beside them; each may import from those before it, and from no other. */
const ROOMS = [
  'errors',
  'config',
  'concurrency',
  'pages',
  'database',
  'logging',
  'secrets',
  'http',
  'events',
  'background',
  'settings',
  'tenancy',
  'requests',
  'health',
  'users',
  'identity',
  'audit',
  'feed',
  'auth',
  'progress',
  'submissions',
  'actors',
  'sync',
  'scim',
  'alerts',
  'privacy',
  'admin',
  'metrics',
  'demo',
  'sandbox',
  'schema.ts',
  'app.module.ts',
  'bootstrap.ts',
  'startup',
  'cli',
  'main.ts',
];

/** The same within `src/users`. */
const ROOMS_OF_USERS = [
  'model',
  'history',
  'matching',
  'batch',
  'tombstones',
  'id-blocks',
  'unchanged-bodies',
  'list',
  'runs',
  'failed-rows',
  'statistics',
  'deprovisioning-limits',
  'status',
  'provisioning',
  'undo',
  'users.module.ts',
];

/** The same within `src/scim`. */
const ROOMS_OF_SCIM = [
  'schema',
  'filter',
  'patch',
  'protocol',
  'discovery',
  'listing',
  'links',
  'connections',
  'groups',
  'people',
  'search',
  'bulk',
  'oauth',
  'openapi',
  'scim.module.ts',
];

const SPECIFIER = /(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g;

function sources(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.endsWith('.d.ts'))
    .map((file) => normalize(file));
}

/** The imports of each file of `src` from `src`. */
function importsOfAll(): Map<string, string[]> {
  const files = sources();
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(join('src', file), 'utf8');
      const named = [...text.matchAll(SPECIFIER)].map(([, path = '']) =>
        join(dirname(file), path).replace(/\.js$/, '.ts'),
      );
      return [file, named.filter((one) => known.has(one))];
    }),
  );
}

/** A circle of imports that begins with the file, if there is one. */
function circleAt(start: string, imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const seen = new Set<string>();
  const walk = (file: string, way: string[]): string[] | undefined => {
    for (const next of imports.get(file) ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const circle = walk(next, [...way, next]);
      if (circle !== undefined) return circle;
    }
    return undefined;
  };
  return walk(start, [start]);
}

/** Imports from a room into one that stands after it in the list. */
function arrowsUp(folder: string, rooms: readonly string[]): string[] {
  const roomOf = (file: string): string | undefined =>
    file.startsWith(folder) ? file.slice(folder.length).split('/')[0] : undefined;
  return [...importsOfAll()].flatMap(([file, imported]) =>
    imported.flatMap((other) => {
      const [from, to] = [roomOf(file), roomOf(other)];
      if (from === undefined || to === undefined) return [];
      return rooms.indexOf(to) > rooms.indexOf(from) ? [`${file} -> ${other}`] : [];
    }),
  );
}

describe('the rooms', () => {
  it.each([
    ['src', '', ROOMS],
    ['src/users', 'users/', ROOMS_OF_USERS],
    ['src/scim', 'scim/', ROOMS_OF_SCIM],
  ])('of %s are all in the list above', (_, folder, rooms) => {
    const found = new Set(
      sources()
        .filter((file) => file.startsWith(folder))
        .map((file) => file.slice(folder.length).split('/')[0]),
    );
    expect([...found].sort()).toEqual([...rooms].sort());
  });

  it.each([
    ['src', '', ROOMS],
    ['src/users', 'users/', ROOMS_OF_USERS],
    ['src/scim', 'scim/', ROOMS_OF_SCIM],
  ])('of %s import from rooms before them only', (_, folder, rooms) => {
    expect(arrowsUp(folder, rooms)).toEqual([]);
  });

  it('have the controllers of the administration pages in admin, but for rooms without another face', () => {
    const roomsOf = (path: RegExp): string[] => {
      const found = sources().filter((file) => path.test(readFileSync(join('src', file), 'utf8')));
      return [...new Set(found.map((file) => file.split('/')[0] ?? ''))];
    };
    const ofPages = roomsOf(/^@Controller\('api\/v1\/admin[/']/m);
    expect(ofPages.sort()).toEqual(['admin', 'auth', 'privacy']);
    const others = roomsOf(/^@Controller\((?!'api\/v1\/admin[/'])/m);
    expect(others.filter((room) => ofPages.includes(room))).toEqual([]);
  });

  it('import nothing of admin, which the application alone knows', () => {
    const users = [...importsOfAll()].filter(
      ([file, imported]) =>
        !file.startsWith('admin/') && imported.some((other) => other.startsWith('admin/')),
    );
    expect(users.map(([file]) => file)).toEqual(['app.module.ts']);
  });

  it('repeat nothing but by a PeriodicTask', () => {
    const repeating = sources().filter((file) =>
      readFileSync(join('src', file), 'utf8').includes('setInterval('),
    );
    expect(repeating).toEqual([join('concurrency', 'periodic-task.ts')]);
  });

  it('hear of each other by facts: the event emitter is for review events of other modules alone', () => {
    const emitting = sources().filter((file) =>
      readFileSync(join('src', file), 'utf8').includes("from '@nestjs/event-emitter'"),
    );
    const using = emitting.filter((file) => !file.endsWith('.module.ts'));
    const review = ['emitted-events.listener.ts', 'submissions.service.ts'];
    expect(using.sort()).toEqual(review.map((file) => join('submissions', file)));
  });

  it('call the service by its client in cli alone, and the client knows none of them', () => {
    const calling = sources().filter((file) => readFileSync(join('src', file), 'utf8').includes("'#client'"));
    expect([...new Set(calling.map((file) => file.split('/')[0]))]).toEqual(['cli']);
    const ofClient = readdirSync('client/src', { recursive: true, encoding: 'utf8' });
    const outside = ofClient
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        [...readFileSync(join('client/src', file), 'utf8').matchAll(SPECIFIER)].map(([, path = '']) =>
          join(dirname(file), path),
        ),
      )
      .filter((path) => path.startsWith('..'));
    expect(outside).toEqual([]);
  });

  it('have no file that imports itself by way of others', () => {
    const imports = importsOfAll();
    expect([...imports.keys()].map((file) => circleAt(file, imports)).filter(Boolean)).toEqual([]);
  });
});
