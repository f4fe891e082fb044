import { ApiProperty } from '@nestjs/swagger';

import { Flag, OneOf } from '../../http/fields/fields.js';
import {
  CONNECTION_ACCOUNT_TYPES,
  type ConnectionAccountType,
  VISIBILITIES,
  type Visibility,
} from '../connection.js';

/** Settings of an identity provider; null and an omitted one mean the default. */
export class ConnectionInputDto {
  @OneOf(CONNECTION_ACCOUNT_TYPES, {
    description:
      'The account type of a person for whom the provider names none; default: such a person is refused',
    example: 'Staff',
  })
  defaultAccountType?: ConnectionAccountType | null;

  @Flag({ description: 'Whether it may make people administrators, and change those who are; default false' })
  mayAdminister?: boolean | null;

  @Flag({
    description:
      'Whether it may write people who came from another source, and takes them over; default true',
  })
  adopts?: boolean | null;

  @OneOf(VISIBILITIES, {
    description: 'Whether it lists all people, or only those that it holds; default all',
  })
  visible?: Visibility | null;
}

/** Settings of an identity provider, with defaults filled in. */
export class ConnectionDto {
  @ApiProperty({ description: 'The first key of the connection', example: 'ik_0000000000000000000000000a' })
  id!: string;

  @ApiProperty({ enum: [...CONNECTION_ACCOUNT_TYPES], nullable: true })
  defaultAccountType!: ConnectionAccountType | null;

  @ApiProperty()
  mayAdminister!: boolean;

  @ApiProperty()
  adopts!: boolean;

  @ApiProperty({ enum: [...VISIBILITIES] })
  visible!: Visibility;
}
