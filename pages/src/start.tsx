import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app';

// The server puts a new nonce in with every answer; without it the styles that emotion adds would be refused.
const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
const styles = createCache({ key: 'css', prepend: true, nonce });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <CacheProvider value={styles}>
        <App />
      </CacheProvider>
    </I18nProvider>
  </StrictMode>,
);
