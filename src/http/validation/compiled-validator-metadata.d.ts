/** Where class-transformer keeps what its decorators said. It offers no other way to ask, and has no types at this path. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
