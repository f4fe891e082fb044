import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';

import type { ChartColor } from './chart-data';

export function colorOf({ palette }: Theme, color: ChartColor): string {
  return color === 'neutral' ? palette.text.secondary : palette[color].main;
}

/** How much of a band is seen: bars stand before it. */
export const BAND_OPACITY = 0.3;

export const Swatch = ({ color, isBand }: { readonly color: ChartColor; readonly isBand?: true }) => (
  <Box
    component="span"
    sx={(theme) => ({
      width: 10,
      height: 10,
      borderRadius: 0.5,
      flexShrink: 0,
      bgcolor: colorOf(theme, color),
      ...(isBand === true ? { opacity: BAND_OPACITY } : {}),
    })}
  />
);
