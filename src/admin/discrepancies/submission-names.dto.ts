import { ApiProperty } from '@nestjs/swagger';

/** Which submission something is about, and whose it is. */
export class SubmissionNamesDto {
  @ApiProperty({ example: 'sub-77' })
  submissionId!: string;

  @ApiProperty({ example: 'degree_change' })
  formType!: string;

  @ApiProperty({ example: '950000001' })
  studentId!: string;

  @ApiProperty({ type: String, nullable: true })
  studentName!: string | null;
}
