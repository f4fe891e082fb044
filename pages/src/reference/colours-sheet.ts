import { DARK, FONT, LIGHT } from '../colours';

/** The variables of the viewer, whose own values a rule of the page overrides. */
function variablesOf({
  primary,
  success,
  warning,
  error,
  background,
  text,
  divider,
}: typeof LIGHT | typeof DARK): string {
  const variables = {
    bg: background.paper,
    bg2: background.default,
    bg3: divider,
    'light-bg': background.default,
    fg: text.primary,
    fg2: text.primary,
    fg3: text.secondary,
    'light-fg': text.secondary,
    'border-color': divider,
    'light-border-color': divider,
    'code-border-color': divider,
    'input-bg': background.paper,
    'placeholder-color': text.secondary,
    'hover-color': background.default,
    'header-bg': background.default,
    'header-fg': text.primary,
    'nav-bg-color': background.default,
    'nav-text-color': text.primary,
    'nav-hover-bg-color': background.paper,
    'nav-hover-text-color': primary.main,
    'primary-color': primary.main,
    'secondary-color': primary.main,
    'primary-btn-text-color': background.paper,
    'code-fg': text.primary,
    'inline-code-fg': text.primary,
    'code-property-color': primary.main,
    'code-keyword-color': success.main,
    'code-operator-color': text.secondary,
    blue: primary.main,
    green: success.main,
    orange: warning.main,
    yellow: warning.main,
    red: error.main,
    purple: primary.main,
    gray: text.secondary,
    'light-blue': background.default,
    'light-green': background.default,
    'light-orange': background.default,
    'light-yellow': background.default,
    'light-red': background.default,
    'light-purple': background.default,
    'light-gray': background.default,
    'font-regular': FONT,
    'font-size-small': '14px',
    'font-size-mono': '14px',
    'font-size-regular': '16px',
    'border-radius': '8px',
  };
  return Object.entries(variables)
    .map(([name, value]) => `--${name}: ${value};`)
    .join('\n');
}

/** The colours of the administration pages, in the light and in the dark. */
export function coloursSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
:root, openapi-explorer { ${variablesOf(LIGHT)} }
@media (prefers-color-scheme: dark) { :root, openapi-explorer { ${variablesOf(DARK)} } }
`);
  return sheet;
}

/** Rules within the viewer: links that are seen without their colour, and one focus outline as on the pages. */
export function viewerSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
.m-markdown a { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--primary-color) !important; outline-offset: 2px; }
`);
  return sheet;
}
