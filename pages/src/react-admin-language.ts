import { defaultI18nProvider, type I18nProvider } from 'react-admin';

import { frameworkTexts, LANGUAGE } from './language';

type Values = Readonly<Record<string, unknown>>;

/** What react-admin says by itself: in English from its own package, else from our table. */
export const i18nProvider: I18nProvider = {
  translate: (key, options: Values = {}) => {
    const text = frameworkTexts()[key];
    return text === undefined ? defaultI18nProvider.translate(key, options) : filled(text, options);
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => LANGUAGE,
};

function filled(text: string, values: Values): string {
  return text.replaceAll(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
