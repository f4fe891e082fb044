import Box from '@mui/material/Box';
import { Suspense, useEffect } from 'react';
import { type CoreLayoutProps, useGetIdentity } from 'react-admin';
import { Navigate, useLocation } from 'react-router-dom';

import { FORBIDDEN, secondFactorPage } from '../api/auth-provider';
import { administrationRoleOf } from '../api/roles';
import { Palette } from '../palette/palette';
import { usePalette } from '../palette/use-palette';
import { ErrorBoundary } from '../ui/error-boundary';
import { useForgetting } from '../ui/forget-people';
import { MAIN } from '../ui/use-heading';
import { Header } from './header';
import { Navigation } from './navigation';
import { loadPartsWhenIdle } from '../ui/lazy-page';
import { PageLoading } from '../ui/page-loading';
import { OfflineNote } from './offline-note';
import { SkipLink } from './skip-link';
import { useMenu } from './use-menu';

/** The part of an address that names a page; what follows is a part of that page, such as a tab. */
function pageOf(pathname: string): string {
  return pathname.split('/').slice(0, 4).join('/');
}

/** Header, menu and the page, for users with a role of the administration. */
export const Layout = ({ children }: CoreLayoutProps) => {
  const { identity } = useGetIdentity();
  const { pathname, search } = useLocation();
  const menu = useMenu();
  const palette = usePalette();
  useEffect(loadPartsWhenIdle, []);
  useForgetting();
  if (identity === undefined) return <PageLoading />;
  if (administrationRoleOf(identity['role']) === undefined) return <Navigate to={FORBIDDEN} replace />;
  if (identity['lacksSecondFactor'] === true)
    return <Navigate to={secondFactorPage(pathname + search)} replace />;
  return (
    <Box sx={{ minHeight: '100vh', bgcolor: 'background.default', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header menu={menu} onShow={palette.show} />
      <Palette palette={palette} />
      <OfflineNote />
      <Box sx={{ display: 'flex', flex: 1, minWidth: 0 }}>
        <Navigation menu={menu} />
        <Box
          component="main"
          id={MAIN}
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, px: { xs: 2, md: 3 }, maxWidth: 1600, '&:focus': { outline: 'none' } }}
        >
          <ErrorBoundary key={pageOf(pathname)}>
            <Suspense fallback={<PageLoading />}>{children}</Suspense>
          </ErrorBoundary>
        </Box>
      </Box>
    </Box>
  );
};
