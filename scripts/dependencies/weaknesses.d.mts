export function weaknessesOf(
  report: { vulnerabilities: Record<string, { name: string; nodes: string[]; via: (string | object)[] }> },
  packages: readonly { place: string }[],
): { name: string; severity: string; range: string; title: string }[];
