import type { Discrepancy } from '../entities/discrepancy.entity.js';

/** The names of the fields that no decision was made about. */
export function unresolvedFields(
  discrepancies: readonly Pick<Discrepancy, 'field' | 'resolution'>[],
): string[] {
  return [
    ...new Set(discrepancies.filter(({ resolution }) => resolution === null).map(({ field }) => field)),
  ];
}
