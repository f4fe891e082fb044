import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';

import type { Find, FindGroup } from './finds';

interface FindListProps {
  readonly id: string;
  readonly groups: readonly FindGroup[];
  /** The marked line, counted through all groups. */
  readonly active: number;
  readonly isBusy: boolean;
  readonly onActive: (index: number) => void;
  readonly onChoose: (to: string) => void;
}

/** The lines that were found, by kind. The focus stays in the text field, which names the marked line. */
export const FindList = ({ id, groups, active, isBusy, onActive, onChoose }: FindListProps) => {
  let first = 0;
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t`Results`}
      aria-busy={isBusy}
      sx={{ overflowY: 'auto', maxHeight: '60vh', py: groups.length === 0 ? 0 : 1 }}
    >
      {groups.map(({ title, finds }) => {
        const start = first;
        first += finds.length;
        return (
          <Box key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <Typography
              id={`${id}-${title}`}
              component="div"
              variant="caption"
              color="textSecondary"
              sx={{ px: 2, pt: 0.5, fontWeight: 600 }}
            >
              {title}
            </Typography>
            {finds.map((find, index) => (
              <Line
                key={find.to}
                id={`${id}-${start + index}`}
                find={find}
                isActive={start + index === active}
                onActive={() => {
                  onActive(start + index);
                }}
                onChoose={() => {
                  onChoose(find.to);
                }}
              />
            ))}
          </Box>
        );
      })}
    </Box>
  );
};

interface LineProps {
  readonly id: string;
  readonly find: Find;
  readonly isActive: boolean;
  readonly onActive: () => void;
  readonly onChoose: () => void;
}

const Line = ({ id, find: { label, detail }, isActive, onActive, onChoose }: LineProps) => {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <Box
      ref={line}
      id={id}
      role="option"
      aria-selected={isActive}
      // A list that grows below a resting mouse must not move the mark.
      onMouseMove={isActive ? undefined : onActive}
      onClick={onChoose}
      sx={{
        px: 2,
        py: 0.75,
        cursor: 'pointer',
        borderLeft: 3,
        borderColor: isActive ? 'primary.main' : 'transparent',
        bgcolor: isActive ? 'action.hover' : undefined,
      }}
    >
      {label}
      {detail !== undefined && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          {detail}
        </Typography>
      )}
    </Box>
  );
};
