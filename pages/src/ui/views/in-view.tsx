import type { ReactNode } from 'react';
import { ListContextProvider, useListContext } from 'react-admin';

import type { FilterValues } from '../list/filter-values';

interface InViewProps {
  /** The filters of the view, while the address has none of its own. */
  readonly filters: FilterValues | undefined;
  readonly children: ReactNode;
}

/** The parts of a list see the filters of its view as those that are set; a change puts them into the address. */
export const InView = ({ filters, children }: InViewProps) => {
  const list = useListContext();
  return (
    <ListContextProvider value={filters === undefined ? list : { ...list, filterValues: filters }}>
      {children}
    </ListContextProvider>
  );
};
