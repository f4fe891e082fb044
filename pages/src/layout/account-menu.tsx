import AccountCircleIcon from '@mui/icons-material/AccountCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetIdentity, useLogout } from 'react-admin';

import { type ZoneChoice, useZoneChoice } from '../ui/time-zone';

const OTHER: Record<ZoneChoice, { choice: ZoneChoice; label: string }> = {
  tenant: { choice: 'local', label: "Show times in this computer's time zone" },
  local: { choice: 'tenant', label: "Show times in the university's time zone" },
};

export const AccountMenu = () => {
  const { identity } = useGetIdentity();
  const logout = useLogout();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [zone, setZone] = useZoneChoice();
  const other = OTHER[zone];
  const name = identity?.fullName ?? '';
  const email: unknown = identity?.email;
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountCircleIcon />}
        aria-label={`Account of ${name}`}
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
            close();
          }}
        >
          {other.label}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            void logout({}, undefined, false);
          }}
        >
          Log out
        </MenuItem>
      </Menu>
    </>
  );
};
