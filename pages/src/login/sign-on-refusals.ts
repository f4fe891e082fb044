import { t } from '@lingui/core/macro';

const NOT_COMPLETED = t`The single sign-on of your university was not completed; begin again.`;

/** The sentences of the service, which adds the name of its refusal to the address of the login page. */
const REASONS = new Map(
  Object.entries({
    SignOnNotOffered: t`Single sign-on is not set up for this tenant; log in with e-mail address and password.`,
    SignOnNotBegun: t`This single sign-on was not begun in this browser within the last 10 minutes; begin again.`,
    SignOnRefused: NOT_COMPLETED,
    SignOnWithoutEmail: t`The single sign-on of your university sends no verified e-mail address for you; ask its operator.`,
    SignOnWithoutAccount: t`Your e-mail address belongs to no active account here; ask an administrator.`,
    SignOnAway: t`The single sign-on of your university cannot be reached; try again, or log in with a password.`,
    SignOnExpired: t`The metadata of your university's single sign-on has run out; ask an administrator to renew it.`,
    RateLimited: t`Too many requests; try again in a few minutes.`,
  }),
);

/** Why a single sign-on has led to the login page; undefined when none has. */
export function signOnRefusal(reason: string | null): string | undefined {
  return reason === null ? undefined : (REASONS.get(reason) ?? NOT_COMPLETED);
}
