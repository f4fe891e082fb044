/** Collects what happens, and lets a test wait for something among it. */
export class Happenings<T> {
  readonly all: T[] = [];
  private readonly waiting = new Set<() => void>();

  add(one: T): void {
    this.all.push(one);
    for (const look of [...this.waiting]) look();
  }

  /** The first one that fits, as soon as there is one; the time limit of the test is the deadline. */
  first(fits: (one: T) => boolean): Promise<T> {
    return this.several(1, fits).then(([one]) => one as T);
  }

  several(count: number, fits: (one: T) => boolean): Promise<T[]> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.all.filter(fits);
        if (found.length < count) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }
}
