import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

import { DARK, FONT, LIGHT } from './colours';
import { FORM_BAR, HEADER_HEIGHT, SELECTION_BAR } from './ui/bars';

const common = {
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: FONT,
    fontSize: 14,
    h1: { fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.3 },
    h2: { fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.4 },
    h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
    button: { textTransform: 'none', fontWeight: 600 },
  },
} satisfies RaThemeOptions;

function components(focus: string, base: RaThemeOptions): RaThemeOptions['components'] {
  return {
    ...base.components,
    MuiCssBaseline: {
      styleOverrides: {
        body: { overflowWrap: 'anywhere' },
        // What gets the focus by the keyboard is not covered by the header.
        html: { scrollPaddingTop: HEADER_HEIGHT + 8 },
        // A field that gets the focus by the keyboard is not covered by the buttons of its form.
        [`html:has(.${FORM_BAR})`]: { scrollPaddingBottom: 96 },
        // Nor is a row covered by what can be done with the selected ones.
        [`html:has(.${SELECTION_BAR})`]: { scrollPaddingTop: HEADER_HEIGHT + 64 },
        // One focus outline for all elements, for users of the keyboard.
        ':focus-visible': { outline: `2px solid ${focus}`, outlineOffset: 2 },
        '@media print': {
          // On paper nothing can be pressed.
          'button, .MuiButton-root, search, .MuiTablePagination-selectLabel, .MuiTablePagination-input': {
            display: 'none !important',
          },
          'tr, li, dd': { breakInside: 'avoid' },
          // What is folded on the screen is whole on paper.
          'details::details-content': { contentVisibility: 'visible' },
        },
        '@media (prefers-reduced-motion: reduce)': {
          // Even a short transition shows its first state for a frame. Code waits for the end of animations.
          '*, ::before, ::after': {
            animationDuration: '0.01ms !important',
            transition: 'none !important',
          },
        },
      },
    },
    MuiButtonBase: { styleOverrides: { root: { '&.Mui-focusVisible': { outline: `2px solid ${focus}` } } } },
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', fullWidth: true } },
    // A closed dialog is gone at once, with the focus back on the page. While it faded away, screen readers did not get
    // whichever of the two had the focus.
    MuiDialog: { defaultProps: { slotProps: { transition: { exit: false } } } },
    MuiDrawer: { defaultProps: { slotProps: { transition: { exit: false } } } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      // Otherwise a dialog in the dark is grey instead of the colour of the other surfaces.
      styleOverrides: { root: { backgroundImage: 'none' } },
    },
    MuiLink: { defaultProps: { underline: 'always' } },
    MuiTableCell: { styleOverrides: { head: { fontWeight: 600, lineHeight: 1.3 } } },
  };
}

export const lightTheme: RaThemeOptions = {
  ...defaultLightTheme,
  ...common,
  palette: LIGHT,
  components: components(LIGHT.primary.main, defaultLightTheme),
};

export const darkTheme: RaThemeOptions = {
  ...defaultDarkTheme,
  ...common,
  palette: DARK,
  components: components(DARK.primary.main, defaultDarkTheme),
};
