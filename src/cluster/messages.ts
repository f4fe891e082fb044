import type { Measurements } from '../metrics/metrics.service.js';

/** In what a worker's configuration differs from the primary's. */
export interface WorkerTask {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly sweeps: boolean;
}

/** What the primary tells a worker. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly task: WorkerTask }
  /** Accept no more connections, and end when those that are open have. */
  | { readonly kind: 'drain' }
  /** End when the requests in flight have. */
  | { readonly kind: 'stop' }
  /** The answer to `finished`. */
  | { readonly kind: 'end' }
  | { readonly kind: 'measure'; readonly id: number }
  /** The answer to `measure-all`. */
  | { readonly kind: 'measured'; readonly id: number; readonly all: readonly Measurements[] };

/** What a worker tells the primary. */
export type FromWorker =
  /** It hears from now on; what is said earlier is lost. */
  | { readonly kind: 'hears' }
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'finished'; readonly measurements: Measurements }
  /** The answer to `measure`. */
  | { readonly kind: 'measurements'; readonly id: number; readonly measurements: Measurements }
  | { readonly kind: 'measure-all'; readonly id: number };
