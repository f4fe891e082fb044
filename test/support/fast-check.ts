import fc from 'fast-check';

import { seedOf } from './random.js';

// For each property that names no seed of its own; left alone, fast-check takes the clock.
fc.configureGlobal({ seed: seedOf('PROPERTY'), endOnFailure: 'PROPERTY_TRIES' in process.env });

/** How often a property is tried: less often, and no smaller values sought, where each of many mutants fails it. */
export function tries(usual: number): number {
  return Math.min(usual, Number(process.env['PROPERTY_TRIES'] ?? usual));
}

/** fast-check, with the same values in each run. It prints seed and path of what fails. */
export { fc };
