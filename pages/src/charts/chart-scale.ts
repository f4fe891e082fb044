/** A day that exceeds the next one by this factor would flatten all others. */
const FLATTENS = 4;
/** So many days may be cut off; with more of them, the large days are the usual ones. */
const MOST_CUT = 3;
const ROOM = 1.25;

/** One or two digits and zeros: an axis that ends there has plain numbers. */
function roundUp(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / unit) * unit;
}

/**
 * Where the scale of a bar chart ends, so that a few large days do not flatten the others: their bars are cut off, and
 * labelled with their numbers. Undefined when no bar needs to be cut off.
 */
export function cutOf(values: readonly number[]): number | undefined {
  const sorted = values.filter((value) => value > 0).sort((one, other) => other - one);
  for (let cut = 1; cut <= MOST_CUT && cut < sorted.length; cut += 1) {
    const [above = 0, below = 0] = [sorted[cut - 1], sorted[cut]];
    // A single usual day says little: it may be the first one of a new university.
    if (above >= below * FLATTENS && sorted.length - cut >= 2) return roundUp(below * ROOM);
  }
  return undefined;
}

/** How high a part of a bar is drawn: a bar that is cut off keeps the shares of its parts. */
export function drawnOf(part: number, whole: number, cut: number | undefined): number {
  return cut === undefined || whole <= cut ? part : (part / whole) * cut;
}
