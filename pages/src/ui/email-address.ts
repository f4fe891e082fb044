import isEmail from 'validator/es/lib/isEmail';

/** A domain of one label: only top-level domains of countries may have mail boxes. */
const COUNTRY_DOMAIN = /@[a-z]{2}$/i;
/** Where addresses may have several dots in a row, or one before the @. */
const OF_JAPAN = /(?:\.jp|@au\.com)$/i;
const DOT_OF_JAPAN = /(?<=.)\.(?=\.|$)/g;

/** Whether the API takes it as an e-mail address: the rule of `src/http/fields/formats.ts`, where its reasons are. */
export function isEmailAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  const at = text.lastIndexOf('@');
  const dotted = OF_JAPAN.test(text) ? text.slice(0, at).replace(DOT_OF_JAPAN, 'x') + text.slice(at) : text;
  return isEmail(dotted, {
    allow_utf8_local_part: true,
    blacklisted_chars: '"',
    require_tld: !COUNTRY_DOMAIN.test(dotted),
    ignore_max_length: false,
  });
}
