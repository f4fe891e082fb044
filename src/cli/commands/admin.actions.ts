import { validated } from '../../http/validation/validate.js';
import { InviteDto } from '../../auth/dto/auth.dto.js';
import { presentIssued } from '../../auth/administrators/issued-invitation.dto.js';
import { InvitationsService } from '../../auth/administrators/invitations.service.js';
import { InviteeUnknown } from '../../errors/auth.errors.js';
import { Refusal } from '../../errors/refusal.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { type Action, textOf, UsageProblem } from '../command.js';
import { learnAddress, UNKNOWN_ADDRESS } from '../service-address.js';

export const inviteAdministrator: Action = async (app, values) => {
  if (!(await learnAddress(app)))
    throw new UsageProblem(`No invitation was created: ${UNKNOWN_ADDRESS} for this command.`);
  const tenancy = app.get(TenancyService);
  const scope = tenancy.scopeOf(await tenancy.findTenant(textOf(values, 'tenant')), 'terminal');
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
