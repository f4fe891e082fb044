// Loaded into the service by `--import` with ?socket=…, so that the service needs no code for a soak. On a Unix socket
// it answers figures that only the process knows. The inspector collects garbage before it counts objects.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';

const inspector = new Session();
inspector.connect();

/** Counts all living Maps and Sets, of which the caches of the service and of libraries consist. */
const SIZES = `function () {
  // Prototypes of subclasses are found too, and have no size.
  const real = this.filter((one) => Object.hasOwn(one, 'constructor') === false);
  return { count: real.length, entries: real.reduce((sum, one) => sum + one.size, 0) };
}`;

async function sizesOf(name) {
  const objectGroup = 'soak';
  const { result: prototype } = await inspector.post('Runtime.evaluate', {
    expression: `${name}.prototype`,
    objectGroup,
  });
  const { objects } = await inspector.post('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId,
    objectGroup,
  });
  const { result } = await inspector.post('Runtime.callFunctionOn', {
    functionDeclaration: SIZES,
    objectId: objects.objectId,
    returnByValue: true,
  });
  await inspector.post('Runtime.releaseObjectGroup', { objectGroup });
  return result.value;
}

async function look() {
  const [maps, sets] = [await sizesOf('Map'), await sizesOf('Set')];
  await inspector.post('HeapProfiler.collectGarbage');
  const { heapUsed, external } = process.memoryUsage();
  const handles = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return {
    heapUsed,
    external,
    handles,
    collections: maps.count + sets.count,
    entries: maps.entries + sets.entries,
  };
}

const server = createServer((_, response) => {
  look().then(
    (found) => response.end(JSON.stringify(found)),
    (error) => response.writeHead(500).end(String(error)),
  );
});
server.listen(new URL(import.meta.url).searchParams.get('socket'));
await once(server, 'listening');
server.unref();
