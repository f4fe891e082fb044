import { CommitMarks } from '../../src/database/transaction/commit-marks.js';
import { person } from '../factories/person.js';
import { resend, storedId, userOf } from '../factories/stored-people.js';
import { refused } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { letPass } from '../support/clock.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { readFeed } from '../support/feed-reader.js';
import { LogLines } from '../support/log-lines.js';
import { LossWatch } from '../support/loss-watch.js';
import { OwnDatabase } from '../support/own-database.js';
import { RewoundRows } from '../support/rewound-rows.js';
import { clientsAt, TestService } from '../support/service.js';
import { listPage } from '../support/user-reader.js';
import { pathOf, type WalkQuery } from '../support/walk-reader.js';
import { type LostCommitsStep, tracesOf } from './support/traces.js';

/** Longer than clocks of processes may differ, and than there may be between the commits of one loss. */
const STEP_MS = 30_000;
const DAY_MS = 86_400_000;

type Call = Exclude<LostCommitsStep, { call: 'failOver' }>;
type State = Omit<LostCommitsStep['after'], 'commits'>;

/** A process, and a key with which it alone is called. */
interface Process {
  readonly service: TestService;
  readonly sis: ApiClient;
  readonly marks: CommitMarks;
}

const database = new OwnDatabase('lost_commits');
const services: TestService[] = [];
let proxy: DatabaseProxy;
let rows: RewoundRows;

beforeAll(async () => {
  await database.drop();
  proxy = await DatabaseProxy.start(database.url);
  for (let count = 0; count < 2; count += 1)
    services.push(await TestService.start({ DATABASE_URL: proxy.url }));
  rows = await RewoundRows.of(database.url);
});

afterAll(async () => {
  for (const service of services) await service.stop();
  await rows.end();
  await proxy.cut();
  await database.drop();
});

/** Lets a process look. @returns whether it reports that commits were lost */
async function isReported(service: TestService): Promise<boolean> {
  const lines = new LogLines(service);
  try {
    await new LossWatch(service).look();
    return (await lines.read()).includes('"msg":"commits were lost"');
  } finally {
    lines.close();
  }
}

/** @returns false when it is answered with 200 */
async function isRefused(sis: ApiClient, path: string): Promise<boolean> {
  const answer = await sis.get(path);
  if (answer.status === 200) return false;
  expect(answer).toMatchObject(refused(410, 'CURSOR_EXPIRED'));
  return true;
}

/** The call, and what its answer says. */
function kindOf(step: LostCommitsStep): string {
  const said = Object.entries(step).flatMap(([name, value]) => (value === true ? [name] : []));
  return [step.call, ...said].join(' ');
}

/** Two people, whose last names are the commits that have changed them, and what readers have of them. */
class Replay {
  private readonly ids: string[] = [];
  /** When each commit was made. */
  private readonly times = new Map<number, number>();
  private commits = 0;
  private before: number[] = [];
  private walk: WalkQuery = {};
  private listed = new Map<string, number>();
  private place: string | undefined;
  private waiting = new Set<string>();
  private followed = new Map<string, number>();

  private constructor(
    private readonly tenantId: string,
    private readonly processes: readonly Process[],
    /** The commits of which a server that takes over has the last one. */
    private readonly kept: ReadonlySet<number>,
  ) {}

  static async start(steps: readonly LostCommitsStep[]): Promise<Replay> {
    // At noon: who was given data about whom is stored once a day.
    letPass(1.5 * DAY_MS - (Date.now() % DAY_MS));
    // What an earlier run has left.
    for (const service of services) await new LossWatch(service).look();
    await rows.query('DELETE FROM `commit_losses`');
    const [maker] = services;
    if (maker === undefined) throw new Error('No process was started');
    const tenant = await maker.tenant();
    const processes: Process[] = [];
    for (const service of services) {
      const { sis } = clientsAt(service.baseUrl, await maker.anotherCaller(tenant));
      processes.push({ service, sis, marks: service.app.get(CommitMarks) });
    }
    const kept = steps.flatMap((step) => (step.call === 'failOver' ? [step.kept] : []));
    const replay = new Replay(tenant.tenantId, processes, new Set(kept));
    await replay.begin();
    return replay;
  }

  async do(step: LostCommitsStep): Promise<void> {
    letPass(STEP_MS);
    if (step.call === 'failOver') await this.failOver(step.kept);
    else await this.call(step, this.processOf(step.process));
    await this.note(step.after.commits);
  }

  async state(): Promise<State> {
    const people = await rows.query<{ id: string; lastName: string }>(
      'SELECT `id`, `lastName` FROM `users` WHERE `tenantId` = ?',
      [this.tenantId],
    );
    const [lost] = await rows.query<{ upTo: number }>(
      'SELECT `upTo` FROM `lost_stamps` WHERE `tenantId` = ? ORDER BY `upTo` DESC LIMIT 1',
      [this.tenantId],
    );
    const [last] = [...this.times].filter(([, at]) => at === lost?.upTo);
    return {
      stored: this.inOrder(new Map(people.map(({ id, lastName }) => [id, Number(lastName)]))),
      losses: (await rows.query('SELECT 1 FROM `commit_losses`')).length,
      refused: lost === undefined ? 0 : (last?.[0] ?? lost.upTo),
      listed: this.inOrder(this.listed),
      followed: this.inOrder(this.followed),
      remembered: this.processes.map(
        ({ marks }, index) => marks.remembered.length - (this.before[index] ?? 0),
      ),
    };
  }

  /** All processes look; then the readers go on, or begin anew, and have what is stored. */
  async end(): Promise<void> {
    for (const { service } of this.processes) await new LossWatch(service).look();
    for (const { sis } of this.processes)
      for (let count = 0; count < 3; count += 1) {
        letPass(STEP_MS);
        await this.list(sis);
        await this.follow(sis);
        while (this.waiting.size > 0) await this.read(sis);
      }
    const { stored, listed, followed } = await this.state();
    expect({ listed, followed }).toEqual({ listed: stored, followed: stored });
  }

  /** One commit of each process; and what a list discloses is stored before the run, as that is a commit, too. */
  private async begin(): Promise<void> {
    for (const { sis } of this.processes)
      this.ids.push(await storedId({ sis }, person({ accountType: 'Staff' })));
    for (const { sis } of this.processes) await listPage(sis);
    this.before = this.processes.map(({ marks }) => marks.remembered.length);
    for (const [index, { sis }] of this.processes.entries()) {
      letPass(STEP_MS);
      await this.change(sis, index);
      await this.note(index + 1);
    }
  }

  private async call(step: Call, { service, sis }: Process): Promise<void> {
    switch (step.call) {
      case 'change':
        return this.change(sis, step.item);
      case 'look':
        expect(await isReported(service)).toBe(step.isFound);
        return;
      case 'list':
        expect(await this.list(sis)).toBe(step.isRefused);
        return;
      case 'follow':
        expect(await this.follow(sis)).toBe(step.isRefused);
        return;
      case 'read':
        return this.read(sis);
    }
  }

  private async change(sis: ApiClient, item: number): Promise<void> {
    await resend({ sis }, this.idOf(item), { lastName: String(this.commits + 1) });
  }

  /** The next page of a walk. @returns whether the reader is refused, who then begins anew */
  private async list(sis: ApiClient): Promise<boolean> {
    const query = { ...this.walk, limit: 1 };
    if (await isRefused(sis, pathOf('/users', query))) {
      this.walk = {};
      this.listed.clear();
      return true;
    }
    const { users, nextCursor, nextSince } = await listPage(sis, query);
    for (const { id, lastName } of users) this.listed.set(id, Number(lastName));
    this.walk = nextCursor === null ? { since: nextSince } : { ...this.walk, cursor: nextCursor };
    return false;
  }

  /** Notes which people further events name. @returns whether the reader is refused, who then begins anew */
  private async follow(sis: ApiClient): Promise<boolean> {
    if (this.place === undefined) {
      this.place = (await readFeed(sis)).nextAfter;
      this.waiting = new Set(this.ids);
      return false;
    }
    const query = { after: this.place };
    if (await isRefused(sis, pathOf('/events', query))) {
      this.place = undefined;
      this.waiting.clear();
      this.followed.clear();
      return true;
    }
    const { events, nextAfter } = await readFeed(sis, query);
    for (const { subject } of events) this.waiting.add(subject);
    this.place = nextAfter;
    return false;
  }

  private async read(sis: ApiClient): Promise<void> {
    const id = this.ids.find((one) => this.waiting.delete(one));
    if (id === undefined) throw new Error('No one is to be read');
    const { lastName } = await userOf({ sis }, id);
    this.followed.set(id, Number(lastName));
  }

  /** Another server takes over, which has what there was after a commit; all connections end. */
  private async failOver(kept: number): Promise<void> {
    await proxy.cut();
    await rows.rewind(kept);
    await proxy.restore();
  }

  /** Of a commit that was made now, when it was, and what there is if a server will take over with that. */
  private async note(commits: number): Promise<void> {
    if (commits === this.commits) return;
    this.commits = commits;
    this.times.set(commits, Date.now());
    if (this.kept.has(commits)) await rows.keep(commits);
  }

  private inOrder(commits: ReadonlyMap<string, number>): [number, number] {
    return [commits.get(this.idOf(0)) ?? 0, commits.get(this.idOf(1)) ?? 0];
  }

  private idOf(item: number): string {
    const id = this.ids[item];
    if (id === undefined) throw new Error(`There is no person ${item}`);
    return id;
  }

  private processOf(number: number): Process {
    const process = this.processes[number - 1];
    if (process === undefined) throw new Error(`There is no process ${number}`);
    return process;
  }
}

describe('a run of the model of lost commits', () => {
  const traces = tracesOf('lost-commits');

  it.each(traces)('is what the service does, with seed $seed', async ({ steps }) => {
    const replay = await Replay.start(steps);
    for (const [index, step] of steps.entries()) {
      await replay.do(step);
      const { commits, ...state } = step.after;
      expect({ index, step, commits, state: await replay.state() }).toEqual({ index, step, commits, state });
    }
    await replay.end();
  });

  it('has, among them, each call with each answer', () => {
    const kinds = new Set(traces.flatMap(({ steps }) => steps.map(kindOf)));
    const follow = ['follow', 'follow isRefused', 'follow isRefused isNoticed'];
    const others = ['change', 'failOver', 'list', 'list isRefused', 'look', 'look isFound', 'read'];
    expect([...kinds].sort()).toEqual([...follow, ...others].sort());
  });
});
