export const CHANGES = ['label', 'default-account-type', 'visible', 'adopt', 'may-administer'] as const;
