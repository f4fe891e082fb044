import { SecondFactors } from '../../auth/login/second-factors.service.js';
import { validated } from '../../http/validation/validate.js';
import { InviteDto } from '../../auth/dto/auth.dto.js';
import { presentIssued } from '../../auth/administrators/issued-invitation.dto.js';
import { InvitationsService } from '../../auth/administrators/invitations.service.js';
import { InviteeUnknown } from '../../errors/auth.errors.js';
import { Refusal } from '../../errors/refusal.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { type Action, textOf, UsageProblem } from '../command.js';
import { tenantScope } from '../tenant-scope.js';
import { learnAddress, UNKNOWN_ADDRESS } from '../service-address.js';

export const inviteAdministrator: Action = async (app, values) => {
  if (!(await learnAddress(app)))
    throw new UsageProblem(`No invitation was created: ${UNKNOWN_ADDRESS} for this command.`);
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  try {
    const input = validated(InviteDto, {
      email: textOf(values, 'email'),
      role: values['role'],
      firstName: values['first-name'],
      lastName: values['last-name'],
    });
    const issued = await app.get(InvitationsService).invite(scope, input);
    const json = presentIssued(issued);
    const { firstName, lastName } = issued.user;
    return {
      json,
      text: `${firstName} ${lastName} may set a password until ${json.expiresAt}, once:\n${json.link}`,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const hint = error instanceof InviteeUnknown ? ' Use --first-name and --last-name.' : '';
    throw new UsageProblem(`${error.message}${hint}`);
  }
};

/** A user without one logs in with the password, and adds another one where the university demands it. */
export const removeFactors: Action = async (app, values) => {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  const user = await app.get(UserLookup).findByEmail(scope, emailKeyOf(textOf(values, 'email')));
  if (user === undefined) throw new UsageProblem('No user of this tenant has that e-mail address.');
  const { hasApp, passkeys } = await app.get(SecondFactors).removeAll(scope, user.id);
  const names = passkeys.map(({ name }) => name);
  const removed = [
    ...(hasApp ? ['the authenticator app'] : []),
    ...names.map((name) => `the passkey ${name}`),
  ];
  const json = { userId: user.id, email: user.email, hadApp: hasApp, passkeys: names };
  const text = removed.length === 0 ? 'had no second factor' : `has lost ${removed.join(' and ')}`;
  return { json, text: `${user.email} ${text}.` };
};
