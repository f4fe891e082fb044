import type { TestService } from './service.js';
import { until } from './until.js';

/** The content of `/metrics`: the names of metrics and of the series of histograms, and the value of each sample. */
export class Scrape {
  private readonly samples = new Map<string, number>();

  constructor(readonly text: string) {
    for (const line of text.split('\n')) {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name !== '') this.samples.set(keyOf(name, labels.split(',')), Number(value));
    }
  }

  get names(): Set<string> {
    const sampled = [...this.samples.keys()].map((key) => key.replace(/\{.*/, ''));
    const declared = [...this.text.matchAll(/^# TYPE (\w+) \w+$/gm)].map(([, name = '']) => name);
    return new Set([...sampled, ...declared]);
  }

  /**
   * @param labels all labels of the sample
   * @returns 0 for a sample that was never counted
   */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const written = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return this.samples.get(keyOf(name, written)) ?? 0;
  }

  /** The metrics with a sample that differs from another scrape by more than so much. */
  changedSince(before: Scrape, byMore = 0): string[] {
    const keys = new Set([...this.samples.keys(), ...before.samples.keys()]);
    const changed = [...keys].filter((key) => {
      const [now, then] = [this.samples.get(key) ?? 0, before.samples.get(key) ?? 0];
      return Math.abs(now - then) > byMore;
    });
    return [...new Set(changed.map((key) => key.replace(/\{.*/, '')))].sort();
  }
}

function keyOf(name: string, labels: readonly string[]): string {
  return `${name}{${[...labels].sort().join(',')}}`;
}

export async function scrape(service: TestService): Promise<Scrape> {
  const answer = await fetch(`${service.baseUrl}/metrics`);
  return new Scrape(await answer.text());
}

/** A request is counted when its connection has finished it, which may be shortly after the answer. */
export async function scrapeOnce(service: TestService, isThere: (found: Scrape) => boolean): Promise<Scrape> {
  let found = await scrape(service);
  await until('the metrics have it', async () => {
    found = await scrape(service);
    return isThere(found);
  });
  return found;
}
