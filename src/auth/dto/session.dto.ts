import { ApiProperty } from '@nestjs/swagger';

import { defaultName } from '../../users/model/user-defaults.js';
import type { OpenSession } from '../sessions/sessions.service.js';

export class SessionDto {
  @ApiProperty({ example: '951000001' })
  userId!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty()
  email!: string;

  @ApiProperty({ example: 'application_admin' })
  role!: string;

  @ApiProperty()
  tenantId!: string;

  @ApiProperty({ example: 'Northern University' })
  tenantName!: string;

  @ApiProperty({ description: 'Send it as X-CSRF-Token with every change' })
  csrfToken!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({
    description: 'The university demands a second factor, and the account has none: it can only add one',
    example: false,
  })
  lacksSecondFactor!: boolean;
}

export function presentSession(session: OpenSession): SessionDto {
  const { user, role, scope, tenantName, csrfToken, expiresAt, lacksSecondFactor } = session;
  const { id: userId, email } = user;
  return {
    userId,
    name: user.name ?? defaultName(user),
    email,
    role,
    tenantId: scope.tenantId,
    tenantName,
    csrfToken,
    expiresAt: expiresAt.toISOString(),
    lacksSecondFactor,
  };
}
