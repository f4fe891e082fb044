import { register } from 'node:module';

// For `node --import`: from here on, this process loads TypeScript.
register('./typescript-loader.mjs', import.meta.url);
