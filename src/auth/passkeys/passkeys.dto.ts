import { ApiProperty } from '@nestjs/swagger';

import { Identifier, ListOf, Text } from '../../http/fields/fields.js';
import { Pattern } from '../../http/fields/pattern.js';
import type { Passkey } from '../entities/passkey.entity.js';
import { TRANSPORTS } from './web-authn.js';

const EXAMPLE = 'bm90IGEgcmVhbCBhbnN3ZXI';

/** Bytes in base64url. */
function Bytes(most: number, description: string): PropertyDecorator {
  const form = new RegExp(`^[\\w-]{1,${Math.ceil((most * 4) / 3)}}$`);
  return Pattern(form, `must be at most ${most} bytes in base64url`, {
    required: true,
    description,
    example: EXAMPLE,
  });
}

/** What a passkey signed. */
export class PasskeyAnswerDto {
  @Bytes(1023, 'The id of the PublicKeyCredential')
  credential!: string;

  @Bytes(4096, 'Its response.clientDataJSON')
  clientData!: string;

  @Bytes(4096, 'Its response.authenticatorData')
  authenticatorData!: string;

  @Bytes(1024, 'Its response.signature')
  signature!: string;
}

/** A passkey that the browser has made. */
export class NewPasskeyDto {
  @Text(100, { required: true, description: 'As the list shows it', example: 'Phone' })
  name!: string;

  @Bytes(1023, 'The id of the PublicKeyCredential')
  credential!: string;

  @Bytes(4096, 'Its response.clientDataJSON')
  clientData!: string;

  @Bytes(16_384, 'Its response.attestationObject')
  attestation!: string;

  @ListOf(TRANSPORTS, { description: 'What response.getTransports() says, as far as it is listed here' })
  transports?: string[] | null;
}

export class PasskeyPathDto {
  @Identifier(16, { required: true, example: 'A'.repeat(16) })
  passkeyId!: string;
}

export class PasskeyOptionsDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON; ' +
      'the challenge works once, for five minutes',
    example: { challenge: EXAMPLE, timeout: 300_000 },
  })
  options!: object;
}

export class PasskeyDto {
  @ApiProperty({ example: 'A'.repeat(16) })
  passkeyId!: string;

  @ApiProperty({ example: 'Phone' })
  name!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null: not used yet' })
  lastUsedAt!: string | null;
}

export function presentPasskey({ passkeyId, name, createdAt, lastUsedAt }: Passkey): PasskeyDto {
  return {
    passkeyId,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
