// The system's fonts, as none are loaded from elsewhere. All colours have a contrast of at least 4.5:1.
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The colours of the administration pages and of the reference. */
export const LIGHT = {
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
} as const;

export const DARK = {
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
} as const;
