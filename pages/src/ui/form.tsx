import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import type { SxProps } from '@mui/material/styles';
import { type ComponentProps, type ReactNode, useState } from 'react';

import { type Act, IfMay } from '../api/roles';
import { FORM_BAR } from './bars';
import { type Submission, SubmissionContext, useSubmission } from './submission';
import { useUnsaved } from './unsaved';

/** Fields below each other. */
export const FIELDS = { display: 'flex', flexDirection: 'column', gap: 2 } as const;

interface FormFrameProps {
  readonly submission: Submission;
  readonly sx?: SxProps;
  readonly children: ReactNode;
}

/**
 * A form whose fields show by their names why the API refused them. The service validates them, so the browser does
 * not.
 */
export const FormFrame = ({ submission, sx, children }: FormFrameProps) => {
  const [isTouched, setTouched] = useState(false);
  useUnsaved(isTouched);
  return (
    <SubmissionContext value={submission}>
      <Box
        component="form"
        ref={submission.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React hands it on from a dialog to the form that has opened it.
          event.stopPropagation();
          void submission.submit().then((done) => {
            if (done) setTouched(false);
          });
        }}
        onChange={() => {
          setTouched(true);
        }}
        sx={sx}
      >
        {children}
      </Box>
    </SubmissionContext>
  );
};

interface FormProps {
  readonly submission: Submission;
  /** The buttons, the first of which submits. */
  readonly actions: ReactNode;
  /** What a user must be allowed to do to see the buttons. */
  readonly act?: Act;
  readonly children: ReactNode;
}

/** Fields below each other, and the buttons, which stay in view, with why it failed. */
export const Form = ({ submission, actions, act, children }: FormProps) => (
  <FormFrame submission={submission} sx={FIELDS}>
    {children}
    {act === undefined ? (
      <Bar>{actions}</Bar>
    ) : (
      <IfMay act={act}>
        <Bar>{actions}</Bar>
      </IfMay>
    )}
  </FormFrame>
);

/** Buttons that stay in view, above the fields, which are scrolled below them. */
export const Bar = ({ children }: { readonly children: ReactNode }) => (
  <Box
    className={FORM_BAR}
    sx={{
      position: 'sticky',
      bottom: 0,
      zIndex: 2,
      display: 'grid',
      gap: 1,
      py: 1.5,
      bgcolor: 'background.paper',
    }}
  >
    <FormMessage />
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>{children}</Box>
  </Box>
);

/** Why the form was refused. */
export const FormMessage = ({ sx }: { readonly sx?: SxProps }) => {
  const { message } = useSubmission();
  if (message === undefined) return null;
  return (
    <Alert severity="error" sx={sx}>
      {message}
    </Alert>
  );
};

/**
 * A button that keeps the focus when it is disabled: without it, the next Tab would begin at the top of the page.
 */
const KeepsFocus = ({ disabled = false, onFocus, onBlur, ...button }: ComponentProps<'button'>) => {
  const [hasFocus, setFocus] = useState(false);
  return (
    <button
      {...button}
      disabled={disabled && !hasFocus}
      aria-disabled={disabled}
      onFocus={(event) => {
        setFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocus(false);
        onBlur?.(event);
      }}
    />
  );
};

/** Submits the form that contains it. */
export const SubmitButton = (props: ButtonProps) => (
  <Button
    type="submit"
    variant="contained"
    loading={useSubmission().busy}
    component={KeepsFocus}
    nativeButton
    {...props}
  />
);
