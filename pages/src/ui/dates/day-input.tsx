import { t } from '@lingui/core/macro';
import CalendarMonthIcon from '@mui/icons-material/CalendarMonth';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import { useEffect, useRef, useState } from 'react';

import { LOCALE } from '../../language';
import type { DayFieldProps } from '../day-field';
import { TextInput } from '../text-input';
import { useCalendar } from '../time-zone';
import { isDay } from './calendar-days';
import { DayPicker } from './day-picker';
import { isWhole, orderOf, readDay, type Reading, writtenDay, writtenNoDay } from './read-day';
import { todayIn } from './relative-days';

const LONGEST = 40;
const LETTERS = { day: t`dd`, month: t`mm`, year: t`yyyy` } as const;
const PATTERN = orderOf(LOCALE)
  .map((part) => LETTERS[part])
  .join('/');

function shown(value: string): string {
  return isDay(value) ? writtenDay(value, LOCALE) : value;
}

function problemOf(reading: Reading, today: string): string | undefined {
  if ('day' in reading) return undefined;
  if (reading.problem === 'no-month') return t`There is no month ${reading.month}`;
  if (reading.problem === 'no-day') return t`${writtenNoDay(reading, LOCALE)} does not exist`;
  return t`Write a day such as ${writtenDay(today, LOCALE)} or ${today}`;
}

/** Types a text as a user does, so that the form around the field knows that it was changed. */
function typeInto(input: HTMLInputElement | null, text: string): void {
  if (input === null) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The field of {@link DayFieldProps}: a text in the way of the language, and a calendar over the page. */
const DayInput = (props: DayFieldProps) => {
  const { label, spoken, value, onChange, hint, problem, min, max, name, required, sx } = props;
  const today = todayIn(useCalendar().tenantZone, Date.now());
  const [typed, setTyped] = useState(() => shown(value));
  const [refused, setRefused] = useState<string>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(shown(value));
    setRefused(undefined);
  }, [value]);
  const send = (next: string) => {
    if (next === sent.current) return;
    sent.current = next;
    onChange(next);
  };
  const read = (text: string) => readDay(text, LOCALE, today);
  const type = (text: string) => {
    setTyped(text);
    setRefused(undefined);
    const reading = isWhole(text) ? read(text) : undefined;
    // What is no day goes on as it was typed: the API refuses it, where nothing would be taken for an empty field.
    send(reading !== undefined && 'day' in reading ? reading.day : text.trim());
  };
  const finish = () => {
    if (typed.trim() === '') {
      setTyped('');
      return;
    }
    const reading = read(typed);
    setRefused(problemOf(reading, today));
    if (!('day' in reading)) return;
    setTyped(writtenDay(reading.day, LOCALE));
    send(reading.day);
  };
  const choose = (day: string) => {
    typeInto(input.current, day);
    setTyped(writtenDay(day, LOCALE));
    setAnchor(null);
  };
  const chosen = isDay(value) ? value : undefined;
  return (
    <>
      <TextInput
        label={label}
        name={name}
        value={typed}
        hint={hint}
        problem={refused ?? problem}
        placeholder={PATTERN}
        onChange={type}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish();
        }}
        {...(required === undefined ? {} : { required })}
        {...(sx === undefined ? {} : { sx })}
        inputRef={input}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: {
            ...(spoken === undefined ? {} : { 'aria-label': spoken }),
            maxLength: LONGEST,
            autoComplete: 'off',
          },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  aria-haspopup="dialog"
                  aria-expanded={anchor !== null}
                  aria-label={t`Calendar`}
                  aria-description={spoken ?? label}
                  onClick={(event) => {
                    setAnchor(event.currentTarget);
                  }}
                >
                  <CalendarMonthIcon />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => {
          setAnchor(null);
        }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': spoken ?? label } }}
      >
        <DayPicker chosen={chosen} today={today} min={min} max={max} onChoose={choose} />
      </Popover>
    </>
  );
};
export default DayInput;
