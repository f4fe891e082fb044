import { localStorageStore, type Store } from 'react-admin';

/** The user's display settings are kept after a logout; lists and filters are not. */
const KEPT = ['theme', 'timeZone', 'singleKeys', 'menuFolds'];

export function pagesStore(): Store {
  const store = localStorageStore('1', 'IntegrationPages');
  return {
    ...store,
    reset() {
      const kept = KEPT.map((key) => [key, store.getItem<unknown>(key)] as const);
      store.reset();
      for (const [key, value] of kept) if (value !== undefined) store.setItem(key, value);
    },
  };
}
