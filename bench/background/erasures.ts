import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

interface Progress {
  readonly state: 'erasing' | 'checking' | 'finished';
}

/** Erases people as an administrator does: asks for the plan, and sends its token. */
export class Erasures {
  constructor(
    private readonly address: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  async begin(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) {
      const { token } = await this.call<{ token: string }>('POST', id, { dryRun: true });
      await this.call('POST', id, { token });
    }
  }

  async stateOf(userId: string): Promise<Progress['state']> {
    return (await this.call<Progress>('GET', userId)).state;
  }

  /** Resolves when the second pass of each is done, a minute after the first one. */
  async finished(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) while ((await this.stateOf(id)) !== 'finished') await sleep(POLL_MS);
  }

  private async call<T>(method: string, userId: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.address}/api/v1/admin/users/${userId}/erase`, {
      method,
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, message } = (await answer.json()) as { data: T; message?: string };
    if (!answer.ok)
      throw new Error(`The erasure of ${userId} was answered with ${answer.status}: ${message ?? ''}`);
    return data;
  }
}
