import { ApiProperty } from '@nestjs/swagger';

/** A person who was erased, in the list of people. */
export class RemovedUserDto {
  @ApiProperty({ example: '950000001' })
  id!: string;

  @ApiProperty({ enum: [true] })
  removed!: true;

  @ApiProperty({ format: 'date-time', description: 'When the person was erased' })
  changedAt!: string;
}
