import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { useSidebarState } from 'react-admin';
import { NavLink, useLocation } from 'react-router-dom';

import { type Destination, type MenuSection, SECTIONS } from './sections';

const WIDTH = 248;
const HEADER = 56;

/** A column beside the page on wide screens, a drawer over it on small ones. */
export const Navigation = () => {
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [open, setOpen] = useSidebarState();
  const close = () => {
    setOpen(false);
  };
  if (isSmall)
    return (
      <Drawer open={open} onClose={close} slotProps={{ paper: { sx: { width: WIDTH } } }}>
        <Menu onChosen={close} />
      </Drawer>
    );
  if (!open) return null;
  return (
    <Box
      sx={{
        width: WIDTH,
        flexShrink: 0,
        borderRight: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Box
        sx={{ position: 'sticky', top: HEADER, maxHeight: `calc(100vh - ${HEADER}px)`, overflowY: 'auto' }}
      >
        <Menu />
      </Box>
    </Box>
  );
};

const Menu = ({ onChosen }: { readonly onChosen?: () => void }) => (
  <Box component="nav" aria-label="Main" sx={{ py: 1.5 }}>
    {SECTIONS.map((section) => (
      <SectionOfMenu key={section.title ?? ''} section={section} onChosen={onChosen} />
    ))}
  </Box>
);

const SectionOfMenu = ({
  section,
  onChosen,
}: {
  section: MenuSection;
  onChosen?: (() => void) | undefined;
}) => {
  const id = useId();
  return (
    <Box sx={{ mb: 1 }}>
      {section.title !== undefined && (
        <Typography
          id={id}
          component="p"
          variant="caption"
          color="textSecondary"
          sx={{ px: 2.5, fontWeight: 600 }}
        >
          {section.title}
        </Typography>
      )}
      <List dense disablePadding aria-labelledby={section.title === undefined ? undefined : id}>
        {section.destinations.map((destination) => (
          <MenuLink key={destination.to} destination={destination} onChosen={onChosen} />
        ))}
      </List>
    </Box>
  );
};

const MenuLink = ({
  destination,
  onChosen,
}: {
  destination: Destination;
  onChosen?: (() => void) | undefined;
}) => {
  const { to, label, icon: Icon } = destination;
  const { pathname } = useLocation();
  const selected = to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={NavLink}
        to={to}
        end={to === '/'}
        selected={selected}
        {...(onChosen === undefined ? {} : { onClick: onChosen })}
        sx={{ mx: 1, borderRadius: 1.5, color: selected ? 'primary.main' : 'text.primary' }}
      >
        <ListItemIcon sx={{ minWidth: 34, color: 'inherit' }}>
          <Icon fontSize="small" />
        </ListItemIcon>
        <ListItemText
          primary={label}
          slotProps={{ primary: { variant: 'body2', sx: { fontWeight: selected ? 650 : 450 } } }}
        />
      </ListItemButton>
    </ListItem>
  );
};
