import { t } from '@lingui/core/macro';
import DarkModeIcon from '@mui/icons-material/DarkMode';
import LightModeIcon from '@mui/icons-material/LightMode';
import IconButton from '@mui/material/IconButton';
import { useTheme as useMuiTheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { useTheme } from 'react-admin';

/** Light or dark; follows the system until the user chooses. */
export const ThemeToggle = () => {
  const [, setTheme] = useTheme();
  const isDark = useMuiTheme().palette.mode === 'dark';
  const label = isDark ? t`Use light colours` : t`Use dark colours`;
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={() => {
          setTheme(isDark ? 'light' : 'dark');
        }}
      >
        {isDark ? <LightModeIcon /> : <DarkModeIcon />}
      </IconButton>
    </Tooltip>
  );
};
