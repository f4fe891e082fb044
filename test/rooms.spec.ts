import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The rooms of a folder, and files beside them; each may import from those before it, and from no other. */
const ROOMS = [
  ...readFileSync('docs/architecture.md', 'utf8').matchAll(/^((?:\w+\/)?src(?:\/\w+)?): (.+)$/gm),
].map(([, folder = '', rooms = '']): [string, string[]] => [folder, rooms.split(', ')]);

const SPECIFIER = /(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g;

/** The files of a folder that are no tests, from the top of the project. */
function sources(folder = 'src'): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.ts$|\.d\.ts$/.test(file))
    .map((file) => join(folder, file));
}

/** The imports of each file of a folder from it. */
function importsOfAll(folder = 'src'): Map<string, string[]> {
  const files = sources(folder);
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const named = [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].flatMap(([, path = '']) => {
        const plain = join(dirname(file), path).replace(/\.js$/, '');
        return [`${plain}.ts`, `${plain}.tsx`];
      });
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

/** The room of a file, or the file beside the rooms; undefined outside of the folder. */
function roomIn(folder: string, file: string): string | undefined {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;
}

/** Imports from a room into one that stands after it in the list. */
function arrowsUp(folder: string, rooms: readonly string[]): string[] {
  return [...importsOfAll(folder)].flatMap(([file, imported]) =>
    imported.flatMap((other) => {
      const [from, to] = [roomIn(folder, file), roomIn(folder, other)];
      if (from === undefined || to === undefined) return [];
      return rooms.indexOf(to) > rooms.indexOf(from) ? [`${file} -> ${other}`] : [];
    }),
  );
}

describe('the rooms', () => {
  it.each(ROOMS)('of %s are all in docs/architecture.md', (folder, rooms) => {
    const found = new Set(sources(folder).map((file) => roomIn(folder, file)));
    expect([...found].sort()).toEqual([...rooms].sort());
  });

  it.each(ROOMS)('of %s import from rooms before them only', (folder, rooms) => {
    expect(arrowsUp(folder, rooms)).toEqual([]);
  });

  it('are listed for each folder that has an order', () => {
    expect(ROOMS.map(([folder]) => folder)).toEqual([
      'src',
      'src/users',
      'src/auth',
      'src/sync',
      'src/scim',
      'pages/src',
    ]);
  });

  it('have the controllers of the administration pages in admin, but for rooms without another face', () => {
    const roomsOf = (path: RegExp): string[] => {
      const found = sources().filter((file) => path.test(readFileSync(file, 'utf8')));
      return [...new Set(found.map((file) => roomIn('src', file) ?? ''))];
    };
    const ofPages = roomsOf(/^@Controller\('api\/v1\/admin[/']/m);
    expect(ofPages.sort()).toEqual(['admin', 'auth', 'privacy']);
    const others = roomsOf(/^@Controller\((?!'api\/v1\/admin[/'])/m);
    expect(others.filter((room) => ofPages.includes(room))).toEqual([]);
  });

  it('import nothing of admin, which the application and the list of tables alone know', () => {
    const isOfAdmin = (file: string): boolean => roomIn('src', file) === 'admin';
    const users = [...importsOfAll()].filter(
      ([file, imported]) => !isOfAdmin(file) && imported.some(isOfAdmin),
    );
    expect(users.map(([file]) => file)).toEqual([join('src', 'app.module.ts'), join('src', 'schema.ts')]);
  });

  it('repeat nothing but by a PeriodicTask', () => {
    const repeating = sources().filter((file) => readFileSync(file, 'utf8').includes('setInterval('));
    expect(repeating).toEqual([join('src', 'concurrency', 'periodic-task.ts')]);
  });

  it('react to each other by facts: the event emitter is for review events of other modules alone', () => {
    const emitting = sources().filter((file) =>
      readFileSync(file, 'utf8').includes("from '@nestjs/event-emitter'"),
    );
    const using = emitting.filter((file) => !file.endsWith('.module.ts'));
    const review = ['emitted-events.listener.ts', 'submissions.service.ts'];
    expect(using.sort()).toEqual(review.map((file) => join('src', 'submissions', file)));
  });

  it('call the service by its client in cli alone, and the client knows none of them', () => {
    const calling = sources().filter((file) => readFileSync(file, 'utf8').includes("'#client'"));
    expect([...new Set(calling.map((file) => roomIn('src', file)))]).toEqual(['cli']);
    const outside = sources('client/src').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(SPECIFIER)]
        .map(([, path = '']) => join(dirname(file), path))
        .filter((path) => roomIn('client/src', path) === undefined),
    );
    expect(outside).toEqual([]);
  });

  it('have no file that imports itself by way of others', () => {
    const imports = importsOfAll();
    expect([...imports.keys()].map((file) => circleAt(file, imports)).filter(Boolean)).toEqual([]);
  });
});
