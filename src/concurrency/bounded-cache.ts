export interface CacheLimits {
  /** The largest number of entries. */
  readonly most: number;
  /** How long an entry stays valid; without it an entry stays until it is evicted. */
  readonly milliseconds?: number;
  /** The clock by which entries grow old; `Date.now` when it is omitted. */
  readonly now?: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly since: number;
}

/**
 * Values by key, with a bounded number of entries: the least recently used one is evicted for a new one. Only for
 * values that can be read, or computed, again: an entry may be missing at any time.
 */
export class BoundedCache<Key, Value> {
  /** In the order of use: the least recently used entry comes first. */
  private readonly entries = new Map<Key, Entry<Value>>();
  private readonly most: number;
  private readonly milliseconds: number;
  private readonly now: () => number;

  constructor({ most, milliseconds = Infinity, now = () => Date.now() }: CacheLimits) {
    this.most = most;
    this.milliseconds = milliseconds;
    this.now = now;
  }

  get size(): number {
    return this.entries.size;
  }

  /** Undefined when there is none, or when it is too old. */
  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    if (!this.isFresh(entry)) return undefined;
    this.entries.set(key, entry);
    return entry.value;
  }

  /** @param since when the value was read, if that was earlier: its age counts from then */
  set(key: Key, value: Value, since?: number): void {
    this.entries.delete(key);
    if (this.entries.size >= this.most) this.dropOldest();
    this.entries.set(key, { value, since: since ?? this.clock() });
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** All entries, also those that are too old. */
  *values(): Iterable<Value> {
    for (const { value } of this.entries.values()) yield value;
  }

  private clock(): number {
    return this.milliseconds === Infinity ? 0 : this.now();
  }

  /** After the clock was set back an age is negative: such an entry would stay valid until the clock caught up. */
  private isFresh({ since }: Entry<Value>): boolean {
    if (this.milliseconds === Infinity) return true;
    const age = this.now() - since;
    return age >= 0 && age < this.milliseconds;
  }

  private dropOldest(): void {
    const oldest = this.entries.keys().next();
    if (oldest.done !== true) this.entries.delete(oldest.value);
  }
}
