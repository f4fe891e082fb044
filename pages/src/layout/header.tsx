import { t } from '@lingui/core/macro';
import MenuIcon from '@mui/icons-material/Menu';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useGetIdentity } from 'react-admin';

import { SearchButton } from '../palette/search-button';
import type { PaletteState } from '../palette/use-palette';
import { HEADER_HEIGHT } from '../ui/bars';
import { PRODUCT } from '../ui/use-heading';
import { AccountMenu } from './account-menu';
import { ThemeToggle } from './theme-toggle';
import type { MenuState } from './use-menu';

interface HeaderProps {
  readonly menu: MenuState;
  /** Shows a dialog of the palette. */
  readonly onShow: PaletteState['show'];
}

export const Header = ({ menu: { open, setOpen }, onShow }: HeaderProps) => {
  const { identity } = useGetIdentity();
  const tenant: unknown = identity?.tenantName;
  return (
    <AppBar
      position="sticky"
      elevation={0}
      color="inherit"
      sx={{
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        backgroundImage: 'none',
        displayPrint: 'none',
      }}
    >
      <Toolbar disableGutters sx={{ px: 1.5, gap: 1, minHeight: `${HEADER_HEIGHT}px !important` }}>
        <IconButton
          aria-label={open ? t`Hide the menu` : t`Show the menu`}
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <MenuIcon />
        </IconButton>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="p" sx={{ fontWeight: 650, lineHeight: 1.2 }}>
            {PRODUCT}
          </Typography>
          {typeof tenant === 'string' && (
            <Typography component="p" variant="caption" color="textSecondary" noWrap sx={{ lineHeight: 1.2 }}>
              {tenant}
            </Typography>
          )}
        </Box>
        <SearchButton
          onClick={() => {
            onShow('search');
          }}
        />
        <ThemeToggle />
        <AccountMenu
          onKeys={(button) => {
            onShow('keys', button);
          }}
        />
      </Toolbar>
    </AppBar>
  );
};
