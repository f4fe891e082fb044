import { t } from '@lingui/core/macro';
import type { I18nProvider } from 'react-admin';

import { LANGUAGE } from './language';

type Values = Readonly<Record<'offsetBegin' | 'offsetEnd' | 'page' | 'total', number>>;

/** What react-admin itself says on these pages, by its keys: its paging and its notifications. */
const TEXTS: Readonly<Record<string, string | ((values: Values) => string)>> = {
  'ra.auth.auth_check_error': t`Log in to continue`,
  'ra.navigation.current_page': ({ page }) => t`Page ${{ page }}`,
  'ra.navigation.first': t`Go to first page`,
  'ra.navigation.last': t`Go to last page`,
  'ra.navigation.next': t`Go to next page`,
  'ra.navigation.page': ({ page }) => t`Go to page ${{ page }}`,
  'ra.navigation.page_out_of_boundaries': ({ page }) => t`There is no page ${{ page }}`,
  'ra.navigation.page_range_info': ({ offsetBegin, offsetEnd, total }) =>
    t`${{ offsetBegin }}-${{ offsetEnd }} of ${{ total }}`,
  'ra.navigation.page_rows_per_page': t`Rows per page:`,
  'ra.navigation.partial_page_range_info': ({ offsetBegin, offsetEnd }) =>
    t`${{ offsetBegin }}-${{ offsetEnd }} of more than ${{ offsetEnd }}`,
  'ra.navigation.previous': t`Go to previous page`,
  'ra.notification.data_provider_error': t`Error while reading the data; the console has more details.`,
  'ra.notification.http_error': t`Error of communication with the server`,
  'ra.notification.logged_out': t`Your session has ended. Log in again.`,
  'ra.notification.not_authorized': t`You may not open this.`,
};

interface Options extends Values {
  /** Said when the key has no text. */
  readonly _?: string;
}

export const i18nProvider: I18nProvider = {
  translate: (key, options?: Options) => {
    const text = TEXTS[key];
    if (typeof text === 'function' && options !== undefined) return text(options);
    return typeof text === 'string' ? text : (options?._ ?? key);
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => LANGUAGE,
};
