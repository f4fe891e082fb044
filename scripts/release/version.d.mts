export function parseVersion(text: string): { numbers: bigint[]; labels: string[] } | undefined;
export function compareVersions(first: string, second: string): number;
