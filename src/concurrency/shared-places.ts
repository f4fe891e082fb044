import { PeriodicTask } from './periodic-task.js';

/** Who holds a place: one caller of a group, such as a key of a tenant. */
export interface Holder {
  readonly group: string;
  readonly caller: string;
}

export interface SharedPlacesOptions {
  readonly most: number;
  /** How many of them one group may hold. */
  readonly mostOfGroup: number;
  /** After so many milliseconds, who waits is refused. */
  readonly longestWaitMs: number;
  /** A place whose holder waits so many milliseconds for one input is given to another caller. */
  readonly patienceMs: number;
  /** So is one whose holder has waited for its inputs for so many milliseconds together, while others could have it. */
  readonly mostWaitedMs: number;
  readonly refuse: () => Error;
  /** The reason with which a place is taken away. */
  readonly takeAway: () => Error;
}

/**
 * How often the places are looked at while a caller waits for one. What a holder waits is counted in looks: however
 * long this process stands still, it is one look, since what the holder sent meanwhile could not be read.
 */
const LOOK_MS = 250;

/** A place that is held. */
export class Place {
  private readonly end = new AbortController();
  private waits = false;
  private looksOfThisWait = 0;
  private looksOfAllWaits = 0;

  constructor(readonly holder: Holder) {}

  /** Aborts, with the reason, when the place is given to another caller. */
  get taken(): AbortSignal {
    return this.end.signal;
  }

  /** Waits for an input of the holder. Whatever else is done with the place is work. */
  async wait<T>(input: Promise<T>): Promise<T> {
    this.waits = true;
    try {
      return await input;
    } finally {
      this.waits = false;
      this.looksOfThisWait = 0;
    }
  }

  /** Counts a look of one whom it lets wait. */
  look(): void {
    if (!this.waits) return;
    this.looksOfThisWait += 1;
    this.looksOfAllWaits += 1;
  }

  /** Milliseconds that its holder let others wait, while it waited itself. */
  get waitedMs(): number {
    return this.looksOfAllWaits * LOOK_MS;
  }

  /** Of a wait that was looked at n times, only the time between the first and the last look is certain. */
  isSlow({ patienceMs, mostWaitedMs }: SharedPlacesOptions): boolean {
    const certainMs = (this.looksOfThisWait - 1) * LOOK_MS;
    return this.waits && (certainMs >= patienceMs || this.waitedMs >= mostWaitedMs);
  }

  take(reason: Error): void {
    this.end.abort(reason);
  }
}

interface Waiter {
  readonly place: Place;
  readonly begin: () => void;
}

/**
 * A bounded number of places for work that may wait for its caller. A group holds no more than its share. Of those who
 * wait, the callers who hold the fewest begin first, then in the order they came; they are refused after a while, and
 * get the place of another caller who is slow.
 */
export class SharedPlaces {
  private readonly held = new Set<Place>();
  private readonly waiting = new Set<Waiter>();
  private looks: PeriodicTask | undefined;

  constructor(private readonly options: SharedPlacesOptions) {}

  /** @throws {Error} made by `refuse`, when it waited too long */
  async run<T>(holder: Holder, work: (place: Place) => Promise<T>): Promise<T> {
    const place = new Place(holder);
    if (this.isFreeFor(holder)) this.held.add(place);
    else await this.turnOf(place);
    try {
      return await work(place);
    } finally {
      this.held.delete(place);
      this.letBegin();
    }
  }

  private async turnOf(place: Place): Promise<void> {
    const { longestWaitMs, refuse } = this.options;
    let waiter: Waiter | undefined;
    let end: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((begin, reject) => {
        waiter = { place, begin };
        this.waiting.add(waiter);
        this.looks ??= this.startLooking();
        end = setTimeout(() => {
          reject(refuse());
        }, longestWaitMs).unref();
      });
    } finally {
      clearTimeout(end);
      if (waiter !== undefined) this.waiting.delete(waiter);
      await this.stopLooking();
    }
  }

  private startLooking(): PeriodicTask {
    const looks = new PeriodicTask(
      () => {
        this.look();
      },
      () => undefined,
    );
    looks.start(LOOK_MS);
    return looks;
  }

  private async stopLooking(): Promise<void> {
    if (this.waiting.size > 0) return;
    const { looks } = this;
    this.looks = undefined;
    await looks?.stop();
  }

  private letBegin(): void {
    for (let next = this.next(); next !== undefined; next = this.next()) {
      this.waiting.delete(next);
      this.held.add(next.place);
      next.begin();
    }
  }

  /** A caller who holds fewer places comes first: what was taken from a slow one does not go to the same caller. */
  private next(): Waiter | undefined {
    const heldBy = ({ place }: Waiter): number =>
      [...this.held].filter(({ holder }) => holder.caller === place.holder.caller).length;
    return [...this.waiting]
      .filter(({ place }) => this.isFreeFor(place.holder))
      .sort((one, other) => heldBy(one) - heldBy(other))[0];
  }

  private isFreeFor({ group }: Holder): boolean {
    return this.held.size < this.options.most && !this.isFull(group);
  }

  private isFull(group: string): boolean {
    const ofGroup = [...this.held].filter(({ holder }) => holder.group === group);
    return ofGroup.length >= this.options.mostOfGroup;
  }

  /** Takes the place of the slowest; no more places than there are callers who wait. */
  private look(): void {
    const held = [...this.held];
    const wanted = held.filter((place) =>
      [...this.waiting].some((waiter) => this.mayGet(waiter.place.holder, place)),
    );
    for (const place of wanted) place.look();
    if (held.filter(({ taken }) => taken.aborted).length >= this.waiting.size) return;
    const [slowest] = wanted
      .filter((place) => !place.taken.aborted && place.isSlow(this.options))
      .sort((one, other) => other.waitedMs - one.waitedMs);
    slowest?.take(this.options.takeAway());
  }

  /** A place of another caller; of the same group where that has its whole share. */
  private mayGet({ group, caller }: Holder, { holder }: Place): boolean {
    return holder.caller !== caller && (!this.isFull(group) || holder.group === group);
  }
}
