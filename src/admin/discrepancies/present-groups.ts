import type { AlsoOpen, ChosenGroup } from '../../submissions/discrepancies/groups/consequences.js';
import type { GroupRow, Preview } from '../../submissions/discrepancies/groups/discrepancy-groups.js';
import { MOST_SELECTED } from '../selection.js';
import { writeEnd } from './end-of-preview.js';
import type {
  AlsoGroupDto,
  AlsoOpenDto,
  ChosenGroupDto,
  DiscrepancyGroupDto,
  GroupsPreviewDto,
} from './groups.dto.js';

/** So many recorded values of a group are named in the list, and in a preview. */
const NAMED_IN_LIST = 3;
const NAMED_IN_PREVIEW = 20;

export function presentGroup({ group, example, recorded, alsoOpen }: GroupRow): DiscrepancyGroupDto {
  const { formType, field, submitted, createdAt } = example;
  return {
    groupKey: group.groupKey,
    formType,
    field,
    submitted,
    recordedValues: recorded.length,
    recorded: recorded
      .slice(0, NAMED_IN_LIST)
      .map(({ recorded: value, submissions }) => ({ value, submissions })),
    discrepancies: group.discrepancies,
    alsoOpen: alsoOpen.map(({ field: other, submissions }) => ({ field: other, submissions })),
    waitingSince: createdAt.toISOString(),
  };
}

function presentChosen({ groupKey, formType, field, submitted, ...more }: ChosenGroup): ChosenGroupDto {
  const { submissions, recorded } = more;
  const named = recorded.slice(0, NAMED_IN_PREVIEW);
  return {
    groupKey,
    formType,
    field,
    submitted,
    submissions,
    recordedValues: recorded.length,
    recorded: named,
  };
}

function presentAlso({ groupKey, submitted, submissions, recorded }: ChosenGroup): AlsoGroupDto {
  const named = recorded.slice(0, NAMED_IN_PREVIEW);
  return { groupKey, submitted, submissions, recordedValues: recorded.length, recorded: named };
}

function presentAlsoOpen({ field, submissions, groups }: AlsoOpen): AlsoOpenDto {
  return { field, submissions, groups: groups.slice(0, MOST_SELECTED).map(presentAlso) };
}

export function presentPreview({
  groups,
  alsoOpen,
  waitingFor,
  newest,
  seen,
  ...counts
}: Preview): GroupsPreviewDto {
  const { discrepancies, submissions, records, free, waiting, refused } = counts;
  return {
    groups: groups.map(presentChosen),
    alsoOpen: alsoOpen.map(presentAlsoOpen),
    discrepancies,
    submissions,
    records,
    free,
    waiting,
    waitingFor: waitingFor.map(({ value, submissions: some }) => ({ field: value, submissions: some })),
    refused,
    newest: writeEnd({ newest, seen }),
  };
}
