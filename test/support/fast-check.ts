import fc from 'fast-check';

import { seedOf } from './random.js';

// For each property that names no seed of its own; left alone, fast-check takes the clock.
fc.configureGlobal({ seed: seedOf('PROPERTY') });

/** fast-check, with the same values in each run. It prints seed and path of what fails. */
export { fc };
