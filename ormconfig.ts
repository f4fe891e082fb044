import { DataSource } from 'typeorm';

import { readConfig } from './src/config/environment.js';
import { connectDatabase } from './src/database/connection/connect.js';
import { allowLongStatements } from './src/database/connection/data-source-options.js';
import { ENTITIES } from './src/schema.js';

// For TypeORM's migration commands: the database that the service itself would use.
const database = await connectDatabase(readConfig(process.env), (line) => process.stderr.write(`${line}\n`));

/** The commands destroy their data source before they exit; a private server started for them ends with it. */
class CommandDataSource extends DataSource {
  override async destroy(): Promise<void> {
    await super.destroy();
    await database.release();
  }
}

allowLongStatements(database.options);

export default new CommandDataSource({ ...database.options, entities: ENTITIES });
