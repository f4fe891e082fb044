// A pretend receiver: refuses what is not signed, and keeps each event once. GET answers what it has.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64');
const events = new Map();

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify([...events.values()]));
  const body = await text(request);
  const {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signature = '',
  } = request.headers;
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  const sent = Buffer.from(signature);
  const isSigned = sent.length === expected.length && timingSafeEqual(sent, expected);
  const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) < 300;
  if (!isSigned || !isFresh) return response.writeHead(401).end();
  events.set(id, JSON.parse(body));
  return response.writeHead(204).end();
});
server.listen(Number(process.env.RECEIVER_PORT ?? 3100), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
