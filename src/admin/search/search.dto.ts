import { ApiProperty, PickType } from '@nestjs/swagger';

import { QueryValue } from '../../http/fields/query-fields.js';
import { pick } from '../../http/pick.js';
import { SubmissionDto } from '../../submissions/dto/submission.dto.js';
import type { Submission } from '../../submissions/entities/submission.entity.js';
import { RunDto } from '../../users/runs/run.dto.js';
import type { Run } from '../../users/runs/run.entity.js';
import { ApiKeyDto } from '../keys/keys.dto.js';
import { RequestRowDto } from '../requests/requests.dto.js';
import { UserRowDto } from '../users/users.dto.js';
import type { ListView } from '../views/list-view.entity.js';
import { ViewDto } from '../views/views.dto.js';

const LONGEST = 100;

export class SearchQueryDto {
  @QueryValue(
    'isText',
    { type: String, maxLength: LONGEST, example: 'lee', description: 'Without it nothing is found' },
    (value) =>
      value.length <= LONGEST
        ? { value: value.normalize('NFC') }
        : { problem: `must have at most ${LONGEST} characters` },
  )
  q?: string;
}

const OF_PERSON = ['id', 'legacyNumber', 'name', 'email', 'accountType', 'accountStatus'] as const;
const OF_SUBMISSION = ['submissionId', 'formType', 'studentId', 'status'] as const;
const OF_KEY = ['apiKey', 'label', 'status'] as const;

export class FoundPersonDto extends PickType(UserRowDto, OF_PERSON) {}

export class FoundRunDto extends PickType(RunDto, ['name', 'startedAt'] as const) {}

export class FoundSubmissionDto extends PickType(SubmissionDto, OF_SUBMISSION) {}

export class FoundKeyDto extends PickType(ApiKeyDto, OF_KEY) {}

export class FoundRequestDto extends PickType(RequestRowDto, [
  'requestId',
  'at',
  'method',
  'path',
  'status',
] as const) {}

export class FoundViewDto extends PickType(ViewDto, ['id', 'list', 'name'] as const) {}

/** What was found, by kind. */
export class FoundDto {
  @ApiProperty({ type: FoundPersonDto, isArray: true })
  people!: FoundPersonDto[];

  @ApiProperty({ type: FoundRunDto, isArray: true })
  runs!: FoundRunDto[];

  @ApiProperty({ type: FoundSubmissionDto, isArray: true })
  submissions!: FoundSubmissionDto[];

  @ApiProperty({ type: FoundKeyDto, isArray: true, description: 'None for an operator' })
  keys!: FoundKeyDto[];

  @ApiProperty({ type: FoundRequestDto, isArray: true, description: 'The latest with each request ID' })
  requests!: FoundRequestDto[];

  @ApiProperty({ type: FoundViewDto, isArray: true })
  views!: FoundViewDto[];
}

export function presentFoundPerson(person: UserRowDto): FoundPersonDto {
  return pick(person, OF_PERSON);
}

export function presentFoundRun({ name, startedAt }: Run): FoundRunDto {
  return { name, startedAt: startedAt.toISOString() };
}

export function presentFoundSubmission(submission: Submission): FoundSubmissionDto {
  return pick(submission, OF_SUBMISSION);
}

export function presentFoundKey(key: ApiKeyDto): FoundKeyDto {
  return pick(key, OF_KEY);
}

export function presentFoundRequest(
  request: Pick<RequestRowDto, 'requestId' | 'method' | 'path' | 'status'> & { readonly at: Date },
): FoundRequestDto {
  const { requestId, at, method, path, status } = request;
  return { requestId, at: at.toISOString(), method, path, status };
}

export function presentFoundView({ id, list, name }: ListView): FoundViewDto {
  return { id, list, name };
}
