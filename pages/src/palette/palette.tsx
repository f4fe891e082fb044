import { Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { ErrorBoundary } from '../ui/error-boundary';
import { lazyPage } from '../ui/lazy-page';
import { NotLoadedDialog } from './not-loaded-dialog';
import type { PaletteState } from './use-palette';

const loadSearch = () => import('./search-dialog');
const loadKeys = () => import('./keys-dialog');
const SearchDialog = lazyPage(loadSearch);
const KeysDialog = lazyPage(loadKeys);

/** The dialogs that a key opens on every page. */
export const Palette = ({ palette: { shown, close, leave } }: { readonly palette: PaletteState }) => {
  const navigate = useNavigate();
  useEffect(() => {
    // What is typed before the dialog has loaded would be lost.
    void Promise.all([loadSearch(), loadKeys()]).catch(() => undefined);
  }, []);
  return (
    <ErrorBoundary key={shown} instead={<NotLoadedDialog onClose={close} />}>
      <Suspense fallback={null}>
        {shown === 'search' && (
          <SearchDialog
            onClose={close}
            onChoose={(to) => {
              leave();
              void navigate(to);
            }}
          />
        )}
        {shown === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </ErrorBoundary>
  );
};
