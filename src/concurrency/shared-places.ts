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
  /** A place whose holder has waited for its own input for so many milliseconds is given to another caller. */
  readonly patienceMs: number;
  readonly refuse: () => Error;
  /** The reason with which a place is taken away. */
  readonly takeAway: () => Error;
}

/** A place that is held. */
export class Place {
  /** Rejects when the place is given to another caller. */
  readonly taken: Promise<never>;
  private isTaken = false;
  private reject: (reason: Error) => void = () => undefined;
  private waitsSince: number | undefined;

  constructor(readonly holder: Holder) {
    this.taken = new Promise((_resolve, reject) => {
      this.reject = reject;
    });
    this.taken.catch(() => undefined);
  }

  /** Says that the holder waits for its own input from now on, until {@link work}. */
  wait(): void {
    this.waitsSince = performance.now();
  }

  /** Does a step with the place, which is not taken away meanwhile; afterwards the holder waits for input again. */
  async work<T>(step: () => Promise<T>): Promise<T> {
    this.waitsSince = undefined;
    try {
      return await step();
    } finally {
      this.wait();
    }
  }

  /** Milliseconds for which the holder has waited for its input. */
  waited(now: number): number {
    return this.waitsSince === undefined || this.isTaken ? 0 : now - this.waitsSince;
  }

  take(reason: Error): void {
    this.isTaken = true;
    this.reject(reason);
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
    const { longestWaitMs, patienceMs, refuse } = this.options;
    const look = new PeriodicTask(
      () => {
        this.takeFor(place);
      },
      () => undefined,
    );
    look.start(patienceMs);
    let waiter: Waiter | undefined;
    let end: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((begin, reject) => {
        waiter = { place, begin };
        this.waiting.add(waiter);
        end = setTimeout(() => {
          reject(refuse());
        }, longestWaitMs).unref();
      });
    } finally {
      clearTimeout(end);
      if (waiter !== undefined) this.waiting.delete(waiter);
      await look.stop();
    }
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

  /** Takes a place of another caller who is slow; of the same group where that has its whole share. */
  private takeFor({ holder: { group, caller } }: Place): void {
    const now = performance.now();
    const isFull = this.isFull(group);
    const [slowest] = [...this.held]
      .filter(({ holder }) => holder.caller !== caller && (!isFull || holder.group === group))
      .filter((place) => place.waited(now) >= this.options.patienceMs)
      .sort((one, other) => other.waited(now) - one.waited(now));
    slowest?.take(this.options.takeAway());
  }
}
