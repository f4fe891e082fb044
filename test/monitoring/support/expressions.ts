/** What a dashboard asks. */
export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

export function panelsOf(dashboard: string): Panel[] {
  const { panels } = JSON.parse(dashboard) as { panels: (Omit<Panel, 'targets'> & Partial<Panel>)[] };
  return panels.map((panel) => ({ ...panel, targets: panel.targets ?? [] }));
}

/** As Grafana sends it. */
export function filledIn(expression: string, job: string, rateInterval: string): string {
  const sent = expression.replaceAll('$job', job).replaceAll('$__rate_interval', rateInterval);
  if (sent.includes('$')) throw new Error(`There is another variable in ${expression}`);
  return sent;
}

/** The series that an expression selects, each with its matchers. */
export function selectorsOf(expression: string): string[] {
  const strings: string[] = [];
  const bare = expression
    .replace(/"(?:[^"\\]|\\.)*"/g, (text) => `"${strings.push(text) - 1}"`)
    .replace(/\[[^\]]*\]/g, '')
    .replace(GROUPING, '');
  return [...bare.matchAll(/\b([a-zA-Z_]\w*)\b(?:\s*\{[^}]*\}|(?!\s*\())/g)]
    .filter(([, name = '']) => !WORDS.has(name.toLowerCase()))
    .map(([selector]) => selector.replace(/"(\d+)"/g, (_, index: string) => strings[Number(index)] ?? ''));
}

/** The labels by which an expression groups. */
export function groupedBy(expression: string): string[] {
  const named = [...expression.matchAll(GROUPING)].flatMap(([, labels = '']) => labels.split(','));
  return [...new Set(named.map((label) => label.trim()).filter((label) => label !== ''))];
}

/** The labels that a legend shows. */
export function shownBy(legend: string): string[] {
  return [...legend.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label = '']) => label);
}
