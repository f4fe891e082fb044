/** The metadata of class-transformer's decorators. The library exports it only at this path, and without types. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
