import { createConnection } from 'mysql2/promise';

it('leaves a connection', async () => {
  const connection = await createConnection({ uri: process.env['DATABASE_URL'] ?? '' });
  await connection.ping();
});
