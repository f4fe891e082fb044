import { StatusChip } from '../ui/status-chip';

/** An HTTP status: its number, with the colour of its class. */
export const HttpStatus = ({ status }: { readonly status: number }) => (
  <StatusChip value={String(status)} tone={status >= 500 ? 'error' : status >= 400 ? 'warning' : 'success'} />
);
