import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

// The system's fonts, as none are loaded from elsewhere. All colours have a contrast of at least 4.5:1.
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

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
        // One focus outline for all elements, for users of the keyboard.
        ':focus-visible': { outline: `2px solid ${focus}`, outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': {
          '*': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiButtonBase: { styleOverrides: { root: { '&.Mui-focusVisible': { outline: `2px solid ${focus}` } } } },
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', fullWidth: true } },
    MuiPaper: { defaultProps: { elevation: 0 } },
    MuiLink: { defaultProps: { underline: 'always' } },
    MuiTableCell: { styleOverrides: { head: { fontWeight: 600, whiteSpace: 'nowrap' } } },
  };
}

export const lightTheme: RaThemeOptions = {
  ...defaultLightTheme,
  ...common,
  palette: {
    mode: 'light',
    primary: { main: '#1d4ed8' },
    secondary: { main: '#334155' },
    success: { main: '#166534' },
    warning: { main: '#a04100' },
    error: { main: '#b91c1c' },
    info: { main: '#0369a1' },
    background: { default: '#f5f7fa', paper: '#ffffff' },
    text: { primary: '#0f172a', secondary: '#475569' },
    divider: '#dbe1ea',
  },
  components: components('#1d4ed8', defaultLightTheme),
};

export const darkTheme: RaThemeOptions = {
  ...defaultDarkTheme,
  ...common,
  palette: {
    mode: 'dark',
    primary: { main: '#93b4ff' },
    secondary: { main: '#cbd5e1' },
    success: { main: '#5fd38d' },
    warning: { main: '#fbb26a' },
    error: { main: '#ff9a94' },
    info: { main: '#7cc7f5' },
    background: { default: '#0f1520', paper: '#171f2c' },
    text: { primary: '#e6ebf3', secondary: '#a9b5c7' },
    divider: '#2c3748',
  },
  components: components('#93b4ff', defaultDarkTheme),
};
