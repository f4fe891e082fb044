import { t } from '@lingui/core/macro';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';

export interface RowAction {
  readonly label: string;
  readonly danger?: boolean;
  readonly onChoose: () => void;
}

interface RowMenuProps {
  /** The row, for the accessible name: "Actions for Ann Lee". */
  readonly of: string;
  readonly actions: readonly RowAction[];
}

/** The actions of a row behind one button, which is as narrow on every screen. */
export const RowMenu = ({ of, actions }: RowMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-label={t`Actions for ${of}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => {
          setAnchor(null);
        }}
      >
        {actions.map(({ label, danger = false, onChoose }) => (
          <MenuItem
            key={label}
            sx={danger ? { color: 'error.main' } : {}}
            onClick={() => {
              setAnchor(null);
              onChoose();
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
