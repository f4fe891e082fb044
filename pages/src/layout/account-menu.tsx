import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import AccountCircleIcon from '@mui/icons-material/AccountCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetIdentity, useLogout, useRefresh } from 'react-admin';
import { Link } from 'react-router-dom';

import { administrationRoleOf, ROLES } from '../api/roles';
import { chooseLanguage, LANGUAGE, LANGUAGES } from '../language';
import { keysOf } from '../ui/options';
import { type ZoneChoice, useZoneChoice } from '../ui/time-zone';

const OTHER: Record<ZoneChoice, { choice: ZoneChoice; label: string }> = {
  tenant: { choice: 'local', label: t`Show times in this computer's time zone` },
  local: { choice: 'tenant', label: t`Show times in the university's time zone` },
};

interface AccountMenuProps {
  /** @param button of this menu, whose items are gone when the dialog closes */
  readonly onKeys: (button: HTMLElement) => void;
}

export const AccountMenu = ({ onKeys }: AccountMenuProps) => {
  const { identity } = useGetIdentity();
  const logout = useLogout();
  const refresh = useRefresh();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [zone, setZone] = useZoneChoice();
  const other = OTHER[zone];
  const name = identity?.fullName ?? '';
  const email: unknown = identity?.email;
  const role = administrationRoleOf(identity?.['role']);
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountCircleIcon />}
        aria-label={t`Account of ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
        sx={{ minWidth: 0, '& .MuiButton-startIcon': { mr: { xs: 0, sm: 1 } } }}
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {name}
        </Box>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <Box component="li" role="none" sx={{ px: 2, py: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          {role !== undefined && (
            <Typography variant="body2" color="textSecondary">
              {ROLES[role].label}
            </Typography>
          )}
          {typeof email === 'string' && (
            <Typography variant="body2" color="textSecondary">
              {email}
            </Typography>
          )}
        </Box>
        <Divider component="li" role="none" />
        <MenuItem
          onClick={() => {
            setZone(other.choice);
            // Days such as "today" are others there.
            refresh();
            close();
          }}
        >
          {other.label}
        </MenuItem>
        {keysOf(LANGUAGES)
          .filter((language) => language !== LANGUAGE)
          .map((language) => (
            <MenuItem
              key={language}
              lang={language}
              onClick={() => {
                chooseLanguage(language);
              }}
            >
              {LANGUAGES[language]}
            </MenuItem>
          ))}
        <MenuItem
          onClick={() => {
            close();
            if (anchor !== null) onKeys(anchor);
          }}
        >
          <Trans>Keyboard</Trans>
        </MenuItem>
        <MenuItem component={Link} to="/account" onClick={close}>
          <Trans>Your account</Trans>
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            void logout({}, undefined, false);
          }}
        >
          <Trans>Log out</Trans>
        </MenuItem>
      </Menu>
    </>
  );
};
