import { ApiProperty } from '@nestjs/swagger';

import type { IssuedInvitation } from './invitations.service.js';

export class IssuedInvitationDto {
  @ApiProperty({ example: '951000001' })
  userId!: string;

  @ApiProperty({ example: 'registrar@northern.example.edu' })
  email!: string;

  @ApiProperty({
    description: 'Can be used once; is not shown again',
    example: `https://api.example.edu/admin/#/invitation?token=${'0'.repeat(43)}`,
  })
  link!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;
}

export function presentIssued({ user, link, expiresAt }: IssuedInvitation): IssuedInvitationDto {
  return { userId: user.id, email: user.email, link, expiresAt: expiresAt.toISOString() };
}
