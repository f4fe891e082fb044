import type { Writable } from 'node:stream';

import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

import { readConfig } from '../config/environment.js';
import { connectDatabase } from '../database/connection/connect.js';
import { JsonLogger } from '../logging/json-logger.js';
import { CliModule } from './cli.module.js';
import type { Command } from './command.js';

/**
 * Works with the services of the rooms that a command needs, on the service's database.
 * @param remarks gets a line for each step of starting the private server
 */
export async function withRooms<T>(
  { serverKey, rooms }: Pick<Command, 'serverKey' | 'rooms'>,
  env: NodeJS.ProcessEnv,
  remarks: Writable,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const database = await connectDatabase(config, (line) => remarks.write(`${line}\n`));
  try {
    const modules = await CliModule.with(config, database.options, {
      ...(serverKey === undefined ? {} : { serverKey }),
      ...(rooms === undefined ? {} : { rooms: await rooms() }),
    });
    const app = await NestFactory.createApplicationContext(modules, {
      logger: new JsonLogger('silent'),
      abortOnError: false,
    });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await database.release();
  }
}
