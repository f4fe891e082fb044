import { Admin, type CoreLayoutProps, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router-dom';

import { lazyPage } from './ui/lazy-page';
import { PRODUCT } from './ui/page';
import { ALERT_SETTINGS } from './alerts';
import { FORBIDDEN, authProvider } from './api/auth-provider';
import { dataProvider } from './api/data-provider';
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
const Account = lazyPage(() => import('./account/account-page'));
const SignOn = lazyPage(() => import('./sign-on/sign-on-page'));
const AlertSettings = lazyPage(() => import('./alerts/settings-page'));
const Templates = lazyPage(() => import('./templates/templates-page'));
const Files = lazyPage(() => import('./files/files-page'));
const Settings = lazyPage(() => import('./settings/settings-page'));

const store = pagesStore();

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

export const App = () => (
  <Admin
    title={PRODUCT}
    i18nProvider={i18nProvider}
    dataProvider={dataProvider}
    authProvider={authProvider}
    store={store}
    theme={lightTheme}
    darkTheme={darkTheme}
    layout={LayoutOfSession}
    dashboard={Overview}
    loginPage={LoginPage}
    catchAll={NotFound}
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
    </CustomRoutes>
    {RESOURCES.map((resource) => (
      <Resource key={resource.name} {...resource} />
    ))}
    <CustomRoutes>
      <Route path="/files" element={<Files />} />
      <Route path="/settings/:group?" element={<Settings />} />
      <Route path="/milestones" element={<Templates />} />
      <Route path="/account" element={<Account />} />
      <Route path="/sign-on" element={<SignOn />} />
      <Route path={ALERT_SETTINGS} element={<AlertSettings />} />
    </CustomRoutes>
  </Admin>
);
