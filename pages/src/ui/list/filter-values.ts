import { useListContext } from 'react-admin';

/** The filters that are set, by their source. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

/** What react-admin has read from the address bar, where days may be relative: `last-7-days/from`. */
export function useFilterValues(): FilterValues {
  return useListContext().filterValues as FilterValues;
}
