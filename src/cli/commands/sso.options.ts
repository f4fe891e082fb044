export const SETTINGS = ['issuer', 'client-id', 'client-secret-file'] as const;
