import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useEffect, useRef } from 'react';

import { VISUALLY_HIDDEN } from '../../visually-hidden';
import type { FilterValues } from '../filter-values';
import type { Filter } from '../types';
import { textHookOf } from './filter-texts';

interface SetFiltersProps {
  /** Those that are set. */
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly onRemove: (filter: Filter) => void;
  readonly onClear: () => void;
  /** None is set any more, and the button that was pressed is gone. */
  readonly onEmptied: () => void;
}

const CHIP = 'set-filter';

/** The filters that are set, each as a button that removes it. The next one then has the focus. */
export const SetFilters = ({ filters, values, onRemove, onClear, onEmptied }: SetFiltersProps) => {
  const group = useRef<HTMLDivElement>(null);
  const removed = useRef<number>(undefined);
  const emptied = useRef(onEmptied);
  emptied.current = onEmptied;
  const count = filters.length;
  useEffect(() => {
    if (removed.current === undefined) return;
    const chips = group.current?.querySelectorAll<HTMLElement>(`.${CHIP}`) ?? [];
    const next = chips[Math.min(removed.current, chips.length - 1)];
    removed.current = undefined;
    if (next === undefined) emptied.current();
    else next.focus();
  }, [count]);
  if (count === 0) return null;
  return (
    <Box
      ref={group}
      role="group"
      aria-label={t`Set filters`}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, alignItems: 'center' }}
    >
      {filters.map((filter, index) => (
        <SetFilter
          key={filter.source}
          filter={filter}
          values={values}
          onRemove={() => {
            removed.current = index;
            onRemove(filter);
          }}
        />
      ))}
      <Button
        size="small"
        onClick={() => {
          removed.current = 0;
          onClear();
        }}
        sx={{ displayPrint: 'none' }}
      >
        <Trans>Clear all</Trans>
      </Button>
    </Box>
  );
};

interface SetFilterProps extends Pick<SetFiltersProps, 'values'> {
  readonly filter: Filter;
  readonly onRemove: () => void;
}

const SetFilter = ({ filter, values, onRemove }: SetFilterProps) => {
  const useText = textHookOf(filter);
  const text = useText(values);
  return (
    <Chip
      className={CHIP}
      component="button"
      label={
        <Trans>
          {filter.label}: {text}{' '}
          <Box component="span" sx={VISUALLY_HIDDEN}>
            (remove the filter)
          </Box>
        </Trans>
      }
      onClick={onRemove}
      onDelete={onRemove}
      deleteIcon={<CloseIcon />}
      sx={{ maxWidth: '100%' }}
    />
  );
};
