export function isAllowed(expression: string, allowed?: readonly string[]): boolean;
