import CssBaseline from '@mui/material/CssBaseline';
import Portal from '@mui/material/Portal';
import { QueryClient } from '@tanstack/react-query';
import {
  AdminContext,
  CoreAdminUI,
  type CoreLayoutProps,
  CustomRoutes,
  Notification,
  Resource,
} from 'react-admin';
import { Route } from 'react-router-dom';

import { lazyPage } from './ui/lazy-page';
import { withSentFilters } from './ui/list/with-sent-filters';
import { Said } from './ui/said';
import { PRODUCT } from './ui/use-heading';
import { ALERT_SETTINGS } from './alerts';
import { FORBIDDEN, SECOND_FACTOR, authProvider } from './api/auth-provider';
import { dataProvider } from './api/data-provider';
import { Broken } from './layout/broken';
import { Layout } from './layout/layout';
import { NotFound } from './layout/not-found';
import { Standalone } from './layout/standalone';
import { Starting } from './layout/starting';
import { LoginAgain } from './login/login-again';
import { Overview } from './overview';
import { i18nProvider } from './react-admin-language';
import { RESOURCES } from './resources';
import { pagesStore } from './store';
import { darkTheme, lightTheme } from './theme';

const Login = lazyPage(() => import('./login/login'));
const Invitation = lazyPage(() => import('./login/invitation'));
const Handover = lazyPage(() => import('./login/handover'));
const Forbidden = lazyPage(() => import('./login/forbidden'));
const SecondFactor = lazyPage(() => import('./login/second-factor'));
const Account = lazyPage(() => import('./account/account-page'));
const SignOn = lazyPage(() => import('./sign-on/sign-on-page'));
const AlertSettings = lazyPage(() => import('./alerts/settings-page'));
const Templates = lazyPage(() => import('./templates/templates-page'));
const Files = lazyPage(() => import('./files/files-page'));
const Trends = lazyPage(() => import('./trends/trends-page'));
const Settings = lazyPage(() => import('./settings/settings-page'));

const store = pagesStore();
const queryClient = new QueryClient();
const provider = withSentFilters(dataProvider, queryClient, store);

const LayoutOfSession = (layout: CoreLayoutProps) => (
  <>
    <Layout {...layout} />
    <LoginAgain />
  </>
);

const LoginPage = () => (
  <Standalone>
    <Login />
  </Standalone>
);

const Routes = () => (
  <CoreAdminUI
    title={PRODUCT}
    layout={LayoutOfSession}
    dashboard={Overview}
    loginPage={LoginPage}
    catchAll={NotFound}
    accessDenied={NotFound}
    authenticationError={NotFound}
    error={Broken}
    loading={Starting}
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
        path="/handover"
        element={
          <Standalone>
            <Handover />
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
      <Route
        path={SECOND_FACTOR}
        element={
          <Standalone>
            <SecondFactor />
          </Standalone>
        }
      />
    </CustomRoutes>
    {RESOURCES.map((resource) => (
      <Resource key={resource.name} {...resource} />
    ))}
    <CustomRoutes>
      <Route path="/files" element={<Files />} />
      <Route path="/trends/:picture?" element={<Trends />} />
      <Route path="/settings/:group?" element={<Settings />} />
      <Route path="/milestones" element={<Templates />} />
      <Route path="/account" element={<Account />} />
      <Route path="/sign-on" element={<SignOn />} />
      <Route path={ALERT_SETTINGS} element={<AlertSettings />} />
    </CustomRoutes>
  </CoreAdminUI>
);

/** The parts of `<Admin>` that are shown here: it would bring its own layout, login, forms and texts, 46 kB. */
export const App = () => (
  <AdminContext
    i18nProvider={i18nProvider}
    dataProvider={provider}
    queryClient={queryClient}
    authProvider={authProvider}
    store={store}
    theme={lightTheme}
    darkTheme={darkTheme}
  >
    <CssBaseline enableColorScheme />
    <Said>
      <Routes />
    </Said>
    {/* Beside #root, which an open dialog hides from screen readers. */}
    <Portal>
      <Notification />
    </Portal>
  </AdminContext>
);
