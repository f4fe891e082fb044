import { DataSource } from 'typeorm';

import { readConfig } from './src/config/environment.js';
import { connectDatabase } from './src/database/connect.js';

// For TypeORM's migration commands: the database that the service itself would use.
const { options } = await connectDatabase(readConfig(process.env), (line) =>
  process.stderr.write(`${line}\n`),
);

export default new DataSource(options);
