import { readFile } from 'node:fs/promises';
import { ValidationFailed } from '../../errors/request.errors.js';
import { unmistakableProblem } from '../../http/fields/text-rules.js';
import { validated } from '../../http/validation/validate.js';
import { TemplateFileDto } from '../../progress/dto/template.dto.js';
import { SweepService } from '../../progress/sweep/sweep.service.js';
import { DEFAULT_TEMPLATE, type TemplateMilestone } from '../../progress/templates/default-template.js';
import { TemplatesService } from '../../progress/templates/templates.service.js';
import { LONGEST_PROGRAM_ID, NO_PROGRAM_ID } from '../../users/model/dto/create-update-user.dto.js';
import { type Action, table, textOf, UsageProblem, type Values } from '../command.js';
import { tenantScope } from '../tenant-scope.js';

async function readTemplate(file: string): Promise<readonly TemplateMilestone[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new UsageProblem(
      `--file ${file} cannot be read as JSON; write {"milestones": [{"code", "name", "sequence", "required"}]}.`,
    );
  }
  try {
    return validated(TemplateFileDto, content).milestones;
  } catch (error) {
    if (error instanceof ValidationFailed) throw new UsageProblem(`--file ${file}: ${error.message}`);
    throw error;
  }
}

function programOf(values: Values): string | null {
  return values['program'] === undefined ? null : textOf(values, 'program');
}

export const sweepPacing: Action = async (app) => {
  const result = await app.get(SweepService).sweep();
  const text = `${result.reviewed} records were due, ${result.changed} changed.`;
  return {
    json: result,
    text: result.ran ? text : 'Another process is sweeping; nothing was done here.',
  };
};

export const showTemplates: Action = async (app, values) => {
  const own = await app.get(TemplatesService).list(await tenantScope(app, textOf(values, 'tenant')));
  const milestones =
    own.length > 0 ? own : DEFAULT_TEMPLATE.map((milestone) => ({ programId: '', ...milestone }));
  const json = milestones.map(({ programId, code, name, sequence, required, dueAfterDays = null }) => ({
    programId: programId === '' ? null : programId,
    code,
    name,
    sequence,
    required,
    dueAfterDays,
  }));
  const rows = json.map(({ programId, code, name, sequence, required, dueAfterDays }) => [
    programId ?? 'all programs',
    String(sequence),
    code,
    name,
    required ? 'required' : 'optional',
    dueAfterDays === null ? '' : String(dueAfterDays),
  ]);
  return { json, text: table(['program', 'sequence', 'code', 'name', '', 'due after days'], rows) };
};

export const setTemplate: Action = async (app, values) => {
  const programId = programOf(values);
  const problem =
    programId === null ? undefined : unmistakableProblem(programId, LONGEST_PROGRAM_ID, NO_PROGRAM_ID);
  if (problem !== undefined) throw new UsageProblem(`--program ${problem}.`);
  const milestones = await readTemplate(textOf(values, 'file'));
  await app
    .get(TemplatesService)
    .replace(await tenantScope(app, textOf(values, 'tenant')), programId, milestones);
  return {
    json: { programId, milestones },
    text:
      `${milestones.length} milestones are the template of ${programId ?? 'all programs without their own'}; ` +
      'students who have milestones keep theirs.',
  };
};

export const clearTemplate: Action = async (app, values) => {
  const programId = programOf(values);
  await app.get(TemplatesService).replace(await tenantScope(app, textOf(values, 'tenant')), programId, []);
  return {
    json: { programId, milestones: [] },
    text:
      `The template of ${programId ?? 'all programs without their own'} is removed; ` +
      'the next more general one applies.',
  };
};
