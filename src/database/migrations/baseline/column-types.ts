/** IDs, codes and other names of this service, which are compared exactly. */
export const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

/** Names that callers give, which are compared exactly. */
export const EXACT = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
