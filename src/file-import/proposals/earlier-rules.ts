import { columnKey, type Mapping, type Target } from '../mapping/mapping.js';
import { parseMapping } from '../mapping/parse-mapping.js';

interface Earlier {
  readonly sender: string;
  readonly mapping: object;
  readonly changedAt: Date;
}

/** The rules of the earlier mapping that names most columns of a header. */
export interface EarlierRules {
  readonly sender: string;
  readonly keptAt: Date;
  /** Undefined for a column that it does not name; empty for one that is not sent on purpose. */
  readonly targetsOf: (column: string) => readonly Target[] | undefined;
}

/** Undefined when no earlier mapping names a column of the header. Of two with as many the later one is taken. */
export function earlierRules(
  header: readonly string[],
  earlier: readonly Earlier[],
): EarlierRules | undefined {
  const columns = new Set(header.map(columnKey));
  let best: { readonly common: number; readonly from: Earlier; readonly mapping: Mapping } | undefined;
  for (const from of [...earlier].sort((one, other) => +other.changedAt - +one.changedAt)) {
    const mapping = parseMapping(from.mapping);
    const common = [...mapping.columns.keys()].filter((column) => columns.has(column)).length;
    if (common > (best?.common ?? 0)) best = { common, from, mapping };
  }
  if (best === undefined) return undefined;
  const { from, mapping } = best;
  return {
    sender: from.sender,
    keptAt: from.changedAt,
    targetsOf: (column) => mapping.columns.get(column),
  };
}
