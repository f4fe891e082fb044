import { LANGUAGE } from '../language';

/** What a text of the service is in other languages than English. */
export type Translations = Readonly<Partial<Record<string, string>>>;

/** A text of the service in the language of the pages, or in English. */
export function wordsOf(text: string, translations: Translations | undefined): string {
  return translations?.[LANGUAGE] ?? text;
}

interface OfServiceProps {
  readonly text: string;
  readonly translations: Translations | undefined;
}

/** The same, marked where it is English, so that a screen reader pronounces it so. */
export const OfService = ({ text, translations }: OfServiceProps) => {
  const isEnglish = LANGUAGE !== 'en' && translations?.[LANGUAGE] === undefined;
  return <span lang={isEnglish ? 'en' : undefined}>{wordsOf(text, translations)}</span>;
};
