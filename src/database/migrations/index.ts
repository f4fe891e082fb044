import { Baseline1795190500000 } from './1795190500000-baseline.js';

/** In the order in which they run. */
export const MIGRATIONS = [Baseline1795190500000];
