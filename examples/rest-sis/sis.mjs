// A pretend student information system: keeps the changes that are put to it in memory, and takes no committees.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** By the id that the caller gives each change. */
const changes = new Map();

const server = createServer(async (request, response) => {
  const [, room, id] = (request.url ?? '').split('/');
  const answer = (status, body) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  if (room !== 'changes') return answer(404, { error: 'unknown address' });
  if (request.method === 'GET') return answer(200, [...changes.values()]);
  const change = await json(request);
  if (change.formType === 'committee_approval') return answer(422, { error: 'committees are not kept here' });
  const isNew = !changes.has(id);
  changes.set(id, change);
  return answer(isNew ? 201 : 200, change);
});

server.listen(Number(process.env.SIS_PORT ?? 4000), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
