import { hostname } from 'node:os';

import { IntegrationApi } from '#client';

import { reasonOf } from '../../file-import/feed-error.js';
import type { DropsArguments } from './arguments.js';

const LONGEST_NAME = 100;
/** A command that says nothing for longer is taken for dead. */
const REPEATED_MS = 60_000;
/** Files do not wait for a service that is slow to note this. */
const TIMEOUT_MS = 5000;

/** What administrators see of a folder. */
export interface FolderState {
  readonly waiting: number;
  readonly refused: number;
  readonly atWork: string | null;
}

/** The name of a folder at the service: its machine and its path, in the characters of the name of a run. */
export function folderName(host: string, path: string): string {
  const name = `${host}:${path.replace(/^\/+/, '')}`.replace(/[^A-Za-z0-9._:-]/g, '-');
  return name.slice(-LONGEST_NAME);
}

/** Says to the service what waits in the folder, when that changes and once a minute. */
export class FolderReport {
  private readonly api: IntegrationApi;
  private readonly name: string;
  private last = '';
  private repeatAt = 0;

  constructor(
    { dir, url, key, secret }: DropsArguments,
    private readonly say: (text: string) => void,
  ) {
    this.api = new IntegrationApi({ url, apiKey: key, apiSecret: secret, retries: 0, timeoutMs: TIMEOUT_MS });
    this.name = folderName(hostname(), dir);
  }

  /** Never fails: the files are more important than who looks at them. */
  async send(state: FolderState): Promise<void> {
    const text = JSON.stringify(state);
    const now = Date.now();
    if (text === this.last && now < this.repeatAt) return;
    this.last = text;
    this.repeatAt = now + REPEATED_MS;
    try {
      await this.api.drops.report(this.name, state);
    } catch (error) {
      this.say(`the state of the folder is not shown on the page of runs: ${reasonOf(error)}`);
    }
  }
}
