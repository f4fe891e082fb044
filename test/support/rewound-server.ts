import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { identityOf, sendSignal, waitForExit } from '../../src/database/private-server/process-identity.js';
import { ensureServerBinary, type ServerBinary } from '../../src/database/private-server/server-binary.js';
import {
  layoutOf,
  prepareFolders,
  type ServerLayout,
} from '../../src/database/private-server/server-layout.js';
import {
  runningServer,
  spawnServer,
  stopServer,
  waitUntilReady,
} from '../../src/database/private-server/server-process.js';
import { ensureTemplate, roomiestParent } from '../../src/database/private-server/test-server.js';

const LIMIT_MS = 60_000;

/** A server whose data can be put back to an earlier state, as after a crash that lost what was not flushed. */
export class RewoundServer {
  private constructor(
    private readonly binary: ServerBinary,
    private readonly layout: ServerLayout,
  ) {}

  static async start(): Promise<RewoundServer> {
    const binary = await ensureServerBinary(() => undefined);
    const { pid, startedAt } = identityOf(process.pid);
    const layout = layoutOf(join(roomiestParent(), `integration-api-test-${pid}-${startedAt}rewound`));
    prepareFolders(layout);
    await cp(await ensureTemplate(binary), layout.data, { recursive: true });
    const server = new RewoundServer(binary, layout);
    await server.run();
    return server;
  }

  get url(): string {
    return `mysql://root@localhost/rewound?socketPath=${encodeURIComponent(this.layout.socket)}`;
  }

  /** Stops it in order, keeps its data, and starts it again. */
  async restart(): Promise<void> {
    const running = runningServer(this.layout);
    if (running !== undefined) await stopServer(this.layout, running, LIMIT_MS);
    await rm(this.kept, { recursive: true, force: true });
    await cp(this.layout.data, this.kept, { recursive: true });
    await this.run();
  }

  /** Kills it, and starts it with what it had at the last {@link restart}. */
  async rewind(): Promise<void> {
    await this.kill();
    await rm(this.layout.data, { recursive: true });
    await cp(this.kept, this.layout.data, { recursive: true });
    await this.run();
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.layout.root, { recursive: true, force: true });
  }

  private get kept(): string {
    return join(this.layout.root, 'kept');
  }

  private async run(): Promise<void> {
    const record = spawnServer(this.binary, this.layout, false);
    if (!(await waitUntilReady(record, LIMIT_MS))) throw new Error('The server has ended.');
  }

  private async kill(): Promise<void> {
    const running = runningServer(this.layout);
    if (running === undefined) return;
    sendSignal(running, 'SIGKILL');
    await waitForExit(running, LIMIT_MS);
  }
}
