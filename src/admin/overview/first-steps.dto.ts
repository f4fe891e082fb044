import { ApiProperty } from '@nestjs/swagger';

import { Flag } from '../../http/fields/fields.js';

/** What a new university sets up, in the order in which it is of use. */
export const FIRST_STEPS = [
  'university',
  'key',
  'call',
  'dryRun',
  'run',
  'limits',
  'milestones',
  'colleague',
  'signOn',
  'alerts',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export class FirstStepDto {
  @ApiProperty({
    enum: FIRST_STEPS,
    description:
      'university: a time zone, or another e-mail domain, was set, or both were found right. key: a key has a ' +
      'secret. call: a key was used. dryRun: people were sent without effect, or the first run made that needless. ' +
      'run: people were sent. limits: the de-provisioning limits were changed. milestones: a template was saved. ' +
      'colleague: a second active user has a role of these pages. signOn: single sign-on is on. alerts: someone ' +
      'gets the messages.',
  })
  step!: FirstStep;

  @ApiProperty()
  isDone!: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null: not done, or not known',
  })
  doneAt!: string | null;
}

export class UniversityToCheckDto {
  @ApiProperty()
  emailDomain!: string;

  @ApiProperty({ example: 'Europe/Berlin' })
  timeZone!: string;
}

export class FirstStepsDto {
  @ApiProperty({
    enum: ['open', 'hidden', 'done'],
    description: 'hidden: by an administrator, for all of them. done: all steps were done once; this stays',
  })
  state!: 'open' | 'hidden' | 'done';

  @ApiProperty({ type: [FirstStepDto], description: 'Empty unless the state is open' })
  steps!: FirstStepDto[];

  @ApiProperty({ description: 'What the step university is about' })
  university!: UniversityToCheckDto;

  @ApiProperty({
    description: 'Whether the operator lets testers make sandboxes, such as the demo university',
  })
  hasSandboxes!: boolean;
}

export class HideFirstStepsDto {
  @Flag({
    required: true,
    description: 'true: no administrator of the university sees the steps; false: they are shown again',
  })
  isHidden!: boolean;
}
