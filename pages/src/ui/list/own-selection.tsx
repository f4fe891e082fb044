import { type ReactNode, useState } from 'react';
import { type Identifier, ListContextProvider, useListContext } from 'react-admin';

/**
 * Keeps the selected rows until the filter changes or the list is left. The selection of react-admin outlives both,
 * and is shared by all tabs: a decision would be about rows that are no longer in view.
 */
export const OwnSelection = ({ children }: { readonly children: ReactNode }) => {
  const list = useListContext();
  const filter = JSON.stringify(list.filterValues);
  const [selection, setSelection] = useState<{ filter: string; ids: Identifier[] }>({ filter, ids: [] });
  if (selection.filter !== filter) setSelection({ filter, ids: [] });
  const select = (idsOf: (ids: Identifier[]) => Identifier[]) => {
    // An answer may come after the filter has changed.
    setSelection((now) => (now.filter === filter ? { filter, ids: idsOf(now.ids) } : now));
  };
  const own = {
    selectedIds: selection.ids,
    onSelect: (ids: Identifier[]) => {
      select(() => ids);
    },
    onToggleItem: (id: Identifier) => {
      select((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
    },
    onUnselectItems: () => {
      select(() => []);
    },
  };
  return <ListContextProvider value={{ ...list, ...own }}>{children}</ListContextProvider>;
};
