/** 12345 as "12,345". */
export function grouped(count: number): string {
  return count.toLocaleString('en-GB');
}
