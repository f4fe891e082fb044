import type { MilestoneRename } from '../../progress/entities/milestone-rename.entity.js';
import type { TemplateMilestone } from '../../progress/templates/default-template.js';
import type { StudentsOfTemplate } from '../../progress/templates/milestone-renames.service.js';
import type { RenameDto, TemplateStudentsDto } from './templates.dto.js';

const MOST_NAMES = 10;

function sum(counts: readonly { readonly students: number }[]): number {
  return counts.reduce((total, { students }) => total + students, 0);
}

export function presentRename({ name, total, done, startedAt, finishedAt }: MilestoneRename): RenameDto {
  return {
    name,
    total,
    done,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** Who has each milestone of a template, and under which names. */
export function presentStudents(
  milestones: readonly TemplateMilestone[],
  { students, names, renames }: StudentsOfTemplate,
): TemplateStudentsDto {
  return {
    students,
    milestones: milestones.map(({ code, name }) => {
      const ofCode = names.filter((one) => one.code === code);
      const others = ofCode.filter((one) => one.name !== name);
      const rename = renames.find((one) => one.code === code);
      return {
        code,
        students: sum(ofCode),
        underOtherNames: sum(others),
        otherNames: others
          .toSorted((one, other) => other.students - one.students)
          .slice(0, MOST_NAMES)
          .map((one) => ({ name: one.name, students: one.students })),
        rename: rename === undefined ? null : presentRename(rename),
      };
    }),
  };
}
