import { t } from '@lingui/core/macro';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
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
import { HEADER_HEIGHT } from '../ui/bars';
import type { Destination, MenuSection } from '../navigation/sections';
import { useAttention } from './use-attention';
import { useSections } from '../navigation/use-destinations';
import { useFolds } from '../navigation/use-folds';
import type { MenuState } from './use-menu';

const WIDTH = 248;

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
        sx={{
          position: 'sticky',
          top: HEADER_HEIGHT,
          maxHeight: `calc(100vh - ${HEADER_HEIGHT}px)`,
          overflowY: 'auto',
        }}
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

/** Whether the page with this address is the destination, or a part of it. */
function isAt({ to, others = [] }: Destination, pathname: string): boolean {
  return [to, ...others].some((one) => pathname === one || (one !== '/' && pathname.startsWith(`${one}/`)));
}

interface PartOfMenuProps {
  readonly attention: AttentionDto | undefined;
  readonly onChosen?: (() => void) | undefined;
}

/** The section of the page that is shown is always open. */
const SectionOfMenu = ({
  section,
  attention,
  onChosen,
}: PartOfMenuProps & { readonly section: MenuSection }) => {
  const id = useId();
  const { pathname } = useLocation();
  const { isFolded } = useFolds();
  const isCurrent = section.destinations.some((one) => isAt(one, pathname));
  const folded = isFolded(section) && !isCurrent;
  return (
    <Box sx={{ mb: 1 }}>
      {section.title !== undefined && (
        <SectionHeading
          id={id}
          section={section}
          folded={folded}
          mayFold={!isCurrent}
          attention={attention}
        />
      )}
      {!folded && (
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
      )}
    </Box>
  );
};

interface SectionHeadingProps {
  readonly id: string;
  readonly section: MenuSection;
  readonly folded: boolean;
  readonly mayFold: boolean;
  readonly attention: AttentionDto | undefined;
}

/** Folds the section and opens it. What is counted in a folded section is counted here. */
const SectionHeading = ({ id, section, folded, mayFold, attention }: SectionHeadingProps) => {
  const { fold } = useFolds();
  const { title, name, destinations } = section;
  const label = (
    <Typography
      id={id}
      component="span"
      variant="caption"
      color="textSecondary"
      sx={{ flex: 1, fontWeight: 600 }}
    >
      {title}
    </Typography>
  );
  if (name === undefined || !mayFold) return <Box sx={{ display: 'flex', px: 2.5, py: 0.5 }}>{label}</Box>;
  const kinds = destinations.flatMap(({ badges = [] }) => badges);
  return (
    <ButtonBase
      aria-expanded={!folded}
      onClick={() => {
        fold(name, !folded);
      }}
      sx={{ display: 'flex', width: '100%', px: 2.5, py: 0.5, textAlign: 'left' }}
    >
      {label}
      {folded && attention !== undefined && <Badge kinds={kinds} attention={attention} />}
      <ExpandMoreIcon
        fontSize="small"
        sx={{ ml: 0.5, color: 'text.secondary', transform: folded ? 'rotate(-90deg)' : 'none' }}
      />
    </ButtonBase>
  );
};

const MenuLink = ({
  destination,
  attention,
  onChosen,
}: PartOfMenuProps & { readonly destination: Destination }) => {
  const { to, label, icon: Icon, badges = [], counted } = destination;
  const selected = isAt(destination, useLocation().pathname);
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
