export function isVersion(text: string): boolean;
