import { lazy } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router-dom';

import { FORBIDDEN, authProvider } from './api/auth-provider';
import { dataProvider } from './api/data-provider';
import { Layout } from './layout/layout';
import { NotFound } from './layout/not-found';
import { PageLoading } from './layout/page-loading';
import { Standalone } from './layout/standalone';
import { Overview } from './overview';
import { RESOURCES } from './resources';
import { pagesStore } from './store';
import { darkTheme, lightTheme } from './theme';

const Login = lazy(() => import('./login/login'));
const Invitation = lazy(() => import('./login/invitation'));
const Forbidden = lazy(() => import('./login/forbidden'));
const Settings = lazy(() => import('./settings/settings-page'));

const store = pagesStore();

const LoginPage = () => (
  <Standalone>
    <Login />
  </Standalone>
);

export const App = () => (
  <Admin
    title="Integration administration"
    dataProvider={dataProvider}
    authProvider={authProvider}
    store={store}
    theme={lightTheme}
    darkTheme={darkTheme}
    layout={Layout}
    dashboard={Overview}
    loginPage={LoginPage}
    catchAll={NotFound}
    loading={PageLoading}
    requireAuth
    disableTelemetry
  >
    <CustomRoutes noLayout>
      <Route
        path="/invitation"
        element={
          <Standalone>
            <Invitation />
          </Standalone>
        }
      />
      <Route
        path={FORBIDDEN}
        element={
          <Standalone>
            <Forbidden />
          </Standalone>
        }
      />
    </CustomRoutes>
    {RESOURCES.map((resource) => (
      <Resource key={resource.name} {...resource} />
    ))}
    <CustomRoutes>
      <Route path="/settings" element={<Settings />} />
    </CustomRoutes>
  </Admin>
);
