import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { type CoreLayoutProps, useGetIdentity } from 'react-admin';
import { ErrorBoundary } from './error-boundary';
import { Navigate, useLocation } from 'react-router-dom';

import { FORBIDDEN } from '../api/auth-provider';
import { ADMINISTRATOR } from '../api/session';
import { Header } from './header';
import { Navigation } from './navigation';
import { PageLoading } from './page-loading';
import { SkipLink } from './skip-link';

/** Header, menu and the page; for administrators only. */
export const Layout = ({ children }: CoreLayoutProps) => {
  const { identity } = useGetIdentity();
  const { pathname } = useLocation();
  if (identity === undefined) return <PageLoading />;
  if (identity.role !== ADMINISTRATOR) return <Navigate to={FORBIDDEN} replace />;
  return (
    <Box sx={{ minHeight: '100vh', bgcolor: 'background.default', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header />
      <Box sx={{ display: 'flex', flex: 1, minWidth: 0 }}>
        <Navigation />
        <Box
          component="main"
          id="main-content"
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, px: { xs: 2, md: 3 }, maxWidth: 1600, '&:focus': { outline: 'none' } }}
        >
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<PageLoading />}>{children}</Suspense>
          </ErrorBoundary>
        </Box>
      </Box>
    </Box>
  );
};
