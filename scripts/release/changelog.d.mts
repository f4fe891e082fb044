export function hasUnreleased(text: string): boolean;
export function moveUnreleased(text: string, version: string, day: string): string;
