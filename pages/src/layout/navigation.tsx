import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { NavLink, useLocation } from 'react-router-dom';

import type { AttentionDto } from '../api/openapi';
import { Badge } from './badge';
import type { Destination, MenuSection } from '../navigation/sections';
import { useAttention } from './use-attention';
import { useSections } from '../navigation/use-destinations';
import type { MenuState } from './use-menu';

const WIDTH = 248;
const HEADER = 56;

/** A column beside the page on wide screens, a drawer over it on small ones. */
export const Navigation = ({ menu: { isOver, open, setOpen } }: { readonly menu: MenuState }) => {
  const close = () => {
    setOpen(false);
  };
  if (isOver)
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
        displayPrint: 'none',
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

const Menu = ({ onChosen }: { readonly onChosen?: () => void }) => {
  const { data: attention } = useAttention();
  const sections = useSections();
  return (
    <Box component="nav" aria-label={t`Main`} sx={{ py: 1.5 }}>
      {sections.map((section) => (
        <SectionOfMenu
          key={section.title ?? ''}
          section={section}
          attention={attention}
          onChosen={onChosen}
        />
      ))}
    </Box>
  );
};

const SectionOfMenu = ({
  section,
  attention,
  onChosen,
}: {
  section: MenuSection;
  attention: AttentionDto | undefined;
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
          <MenuLink
            key={destination.to}
            destination={destination}
            attention={attention}
            onChosen={onChosen}
          />
        ))}
      </List>
    </Box>
  );
};

const MenuLink = ({
  destination,
  attention,
  onChosen,
}: {
  destination: Destination;
  attention: AttentionDto | undefined;
  onChosen?: (() => void) | undefined;
}) => {
  const { to, others = [], label, icon: Icon, badges = [], counted } = destination;
  const { pathname } = useLocation();
  const selected = [to, ...others].some(
    (one) => pathname === one || (one !== '/' && pathname.startsWith(`${one}/`)),
  );
  const isCounted = attention !== undefined && badges.some((kind) => attention[kind] > 0);
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={NavLink}
        to={isCounted ? (counted ?? to) : to}
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
        {attention !== undefined && <Badge kinds={badges} attention={attention} />}
      </ListItemButton>
    </ListItem>
  );
};
