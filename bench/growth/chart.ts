/** One line of a chart: a value for each size. */
export interface Line {
  readonly label: string;
  readonly isDashed: boolean;
  /** 0 to 2. */
  readonly colour: number;
  readonly points: readonly { readonly size: number; readonly value: number }[];
}

/** One pair of axes. */
export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const PANEL = { width: 430, height: 300, left: 72, right: 20, top: 44, bottom: 48 };
const COLUMNS = 2;
const LEGEND_ROW = 20;
const LEGEND_COLUMNS = 3;
const STEP = 0.25;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600; font-size: 13px }
  .axis { stroke: #59636e } .grid { stroke: #59636e; opacity: .2 } .near { fill: #59636e; opacity: .12 }
  .line { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 6 4 }
  .c0 { stroke: #0969da } .c1 { stroke: #bc4c00 } .c2 { stroke: #1a7f37 }
  .d0 { fill: #0969da } .d1 { fill: #bc4c00 } .d2 { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .axis, .grid { stroke: #9198a1 } .near { fill: #9198a1; opacity: .2 }
    .c0 { stroke: #58a6ff } .c1 { stroke: #f0883e } .c2 { stroke: #3fb950 }
    .d0 { fill: #58a6ff } .d1 { fill: #f0883e } .d2 { fill: #3fb950 }
  }`;

const at = (value: number): string => value.toFixed(1);

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${at(x)}" y="${at(y)}" ${attributes}>${content.replace(/[<&]/g, '')}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number, style: string): string {
  return `<line class="${style}" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}"/>`;
}

function styleOf({ colour, isDashed }: Line): string {
  return `line c${colour}${isDashed ? ' dashed' : ''}`;
}

/**
 * Sizes are on a logarithmic axis; values are relative to the smallest size, with the band within 25 % of it shaded.
 */
function drawPanel({ title, lines }: Panel): string {
  const { width, height, left, right, top, bottom } = PANEL;
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ size }) => size)))];
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const most = Math.ceil(Math.max(1.25, ...values) / STEP) * STEP;
  const [low, high] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))];
  const x = (size: number): number =>
    left + ((width - left - right) * (Math.log10(size) - low)) / (high - low || 1);
  const y = (value: number): number => height - bottom - ((height - top - bottom) * value) / most;
  // At most eight lines of the grid.
  const step = STEP * Math.max(1, Math.ceil(most / STEP / 8));
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  const dots = (one: Line): string =>
    one.points
      .map(
        ({ size, value }) =>
          `<circle class="d${one.colour}" cx="${at(x(size))}" cy="${at(y(value))}" r="3"/>`,
      )
      .join('');
  const path = (one: Line): string =>
    `<polyline class="${styleOf(one)}" ` +
    `points="${one.points.map(({ size, value }) => `${at(x(size))},${at(y(value))}`).join(' ')}"/>`;
  return [
    text(left, 20, title, 'class="title"'),
    `<rect class="near" x="${left}" y="${at(y(1.25))}" width="${width - left - right}" ` +
      `height="${at(y(0.75) - y(1.25))}"/>`,
    ...ticks.map((tick) => line(left, y(tick), width - right, y(tick), tick === 0 ? 'axis' : 'grid')),
    ...ticks.map((tick) => text(left - 8, y(tick) + 4, `${Math.round(tick * 100)} %`, 'text-anchor="end"')),
    ...sizes.map((size) => line(x(size), height - bottom, x(size), height - bottom + 5, 'axis')),
    ...sizes.map((size) => text(x(size), height - bottom + 19, short(size), 'text-anchor="middle"')),
    text((left + width - right) / 2, height - 8, 'people in one tenant', 'text-anchor="middle"'),
    text(
      0,
      0,
      'of the smallest size',
      `text-anchor="middle" transform="translate(12 ${(top + height - bottom) / 2}) rotate(-90)"`,
    ),
    ...lines.flatMap((one) => [path(one), dots(one)]),
  ].join('\n');
}

function short(size: number): string {
  if (size >= 1_000_000) return `${size / 1_000_000} M`;
  return size >= 1000 ? `${size / 1000} k` : String(size);
}

function drawLegend(lines: readonly Line[], width: number): string {
  const step = width / LEGEND_COLUMNS;
  return lines
    .map((one, index) => {
      const [x, y] = [(index % LEGEND_COLUMNS) * step + 20, Math.floor(index / LEGEND_COLUMNS) * LEGEND_ROW];
      return line(x, y, x + 28, y, styleOf(one)) + text(x + 36, y + 4, one.label);
    })
    .join('\n');
}

/** Panels in rows of two, and below them what each line means; readable on a light and on a dark page. */
export function drawChart(panels: readonly Panel[]): string {
  const width = PANEL.width * COLUMNS;
  const lines = panels[0]?.lines ?? [];
  const panelsHeight = PANEL.height * Math.ceil(panels.length / COLUMNS);
  const height = panelsHeight + LEGEND_ROW * (1 + Math.ceil(lines.length / LEGEND_COLUMNS));
  const placed = panels.map((panel, index) => {
    const [x, y] = [(index % COLUMNS) * PANEL.width, Math.floor(index / COLUMNS) * PANEL.height];
    return `<g transform="translate(${x} ${y})">\n${drawPanel(panel)}\n</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>Rates and CPU by the number of people in one tenant</title>',
    `<style>${STYLE}\n</style>`,
    ...placed,
    `<g transform="translate(0 ${panelsHeight + LEGEND_ROW / 2})">\n${drawLegend(lines, width)}\n</g>`,
    '</svg>\n',
  ].join('\n');
}
