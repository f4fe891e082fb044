import { t } from '@lingui/core/macro';
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import { LOCALE } from '../../language';
import { addDays, addMonths } from './calendar-days';
import { firstOfWeek, firstWeekdayOf, weeksOf } from './weeks';

const FIRST_WEEKDAY = firstWeekdayOf(LOCALE);

function write(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Where a key leads from a day: by days, weeks, months and years. */
function movedBy(key: string, withShift: boolean, day: string): string | undefined {
  const weekStart = firstOfWeek(day, FIRST_WEEKDAY);
  const moves: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => weekStart,
    End: () => addDays(weekStart, 6),
    PageUp: () => addMonths(day, withShift ? -12 : -1),
    PageDown: () => addMonths(day, withShift ? 12 : 1),
  };
  return moves[key]?.();
}

interface DayPickerProps {
  readonly chosen: string | undefined;
  readonly today: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (day: string) => void;
}

/** A month as a grid of days, with the keys of the date picker of the ARIA Authoring Practices Guide. */
export const DayPicker = ({ chosen, today, min, max, onChoose }: DayPickerProps) => {
  const isOffered = (day: string) => clamped(day) === day;
  const clamped = (day: string) => {
    if (min !== undefined && day < min) return min;
    return max !== undefined && day > max ? max : day;
  };
  const [at, setAt] = useState(() => clamped(chosen ?? today));
  const grid = useRef<HTMLTableElement>(null);
  // The focus goes into the grid at first, and with each key there; the buttons for months keep it.
  const hasFocus = useRef(true);
  useEffect(() => {
    if (hasFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [at]);
  const id = useId();
  const turn = (months: number) => {
    hasFocus.current = false;
    setAt(clamped(addMonths(at, months)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, event.shiftKey, at);
    if (next === undefined) return;
    event.preventDefault();
    hasFocus.current = true;
    setAt(clamped(next));
  };
  return (
    <Box sx={{ p: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <IconButton
          aria-label={t`Previous month`}
          onClick={() => {
            turn(-1);
          }}
        >
          <ChevronLeftIcon />
        </IconButton>
        <Typography id={id} aria-live="polite" sx={{ flex: 1, textAlign: 'center', fontWeight: 600 }}>
          {write(at, { month: 'long', year: 'numeric' })}
        </Typography>
        <IconButton
          aria-label={t`Next month`}
          onClick={() => {
            turn(1);
          }}
        >
          <ChevronRightIcon />
        </IconButton>
      </Box>
      <Box
        component="table"
        role="grid"
        ref={grid}
        aria-labelledby={id}
        onKeyDown={onKeyDown}
        sx={{ borderCollapse: 'collapse', '& th, & td': { p: 0, textAlign: 'center' } }}
      >
        <thead>
          <tr>
            {(weeksOf(at, FIRST_WEEKDAY)[0] ?? []).map((day) => (
              <Typography
                key={day}
                component="th"
                scope="col"
                variant="caption"
                abbr={write(day, { weekday: 'long' })}
              >
                {write(day, { weekday: 'short' })}
              </Typography>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at, FIRST_WEEKDAY).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} role="gridcell" aria-selected={day === chosen}>
                  <DayButton
                    day={day}
                    isChosen={day === chosen}
                    isToday={day === today}
                    isBeside={day.slice(0, 7) !== at.slice(0, 7)}
                    isOffered={isOffered(day)}
                    isTabStop={day === at}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
};

interface DayButtonProps extends Pick<DayPickerProps, 'onChoose'> {
  readonly day: string;
  readonly isChosen: boolean;
  readonly isToday: boolean;
  /** Of the month before or after the one that is shown. */
  readonly isBeside: boolean;
  readonly isOffered: boolean;
  /** The one day of the grid that Tab reaches. */
  readonly isTabStop: boolean;
}

const DayButton = (props: DayButtonProps) => {
  const { day, isChosen, isToday, isBeside, isOffered, isTabStop, onChoose } = props;
  return (
    <ButtonBase
      tabIndex={isTabStop ? 0 : -1}
      aria-label={write(day, { dateStyle: 'full' })}
      aria-current={isToday ? 'date' : undefined}
      disabled={!isOffered}
      onClick={() => {
        onChoose(day);
      }}
      sx={{
        width: 40,
        height: 40,
        borderRadius: '50%',
        typography: 'body2',
        color: isBeside || !isOffered ? 'text.secondary' : 'text.primary',
        '&:hover': { bgcolor: 'action.hover' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
        '&.Mui-disabled': { opacity: 0.5 },
        ...(isToday ? { border: '1px solid', borderColor: 'primary.main' } : {}),
        ...(isChosen
          ? { bgcolor: 'primary.main', color: 'primary.contrastText', '&:hover': { bgcolor: 'primary.dark' } }
          : {}),
      }}
    >
      {Number(day.slice(8))}
    </ButtonBase>
  );
};
