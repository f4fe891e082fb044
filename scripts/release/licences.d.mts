export function licenceOf(one: { name: string; license?: string }): string;
