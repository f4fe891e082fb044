export interface CacheLimits {
  /** Entries that are kept at most. */
  readonly most: number;
  /** How long an entry is given out; without it until it has to make room. */
  readonly milliseconds?: number;
  /** The clock by which entries grow old; `Date.now` when it is omitted. */
  readonly now?: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly since: number;
}

/**
 * Values by key, of which so many are kept at most: the one that was not used for longest makes room for a new one.
 * Only for what can be read, or worked out, again: an entry may be gone at any time.
 */
export class BoundedCache<Key, Value> {
  /** The one that was not used for longest comes first. */
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

  /** @param since when the value was true, if that was before now: it ages from then on */
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

  /** All that are kept, also those that are too old. */
  *values(): Iterable<Value> {
    for (const { value } of this.entries.values()) yield value;
  }

  private clock(): number {
    return this.milliseconds === Infinity ? 0 : this.now();
  }

  /** A clock that was put back makes ages negative; such an entry would be given out until that time has come. */
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
