import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Template } from '@ecp/contract/work/templates';
import { writeNumber } from '../../../base/format/format.ts';
import {
  blankDraft,
  checkDraft,
  type DraftProblems,
  engagementFieldLimits,
  parseBudget,
} from '../../brief/engagement-draft.ts';
import { areTasks } from '../../tasks/tasks.ts';
import { templateTexts } from './texts.ts';

export interface TemplateDraft {
  name: string;
  description: string;
  brief: string;
  budget: string;
  tasks: TaskConfiguration[];
}

/** Returns a blank draft with the default budget, or a copy of another template. */
export function toTemplateDraft(from: Template | undefined): TemplateDraft {
  if (!from) return { name: '', description: '', brief: '', budget: '5', tasks: [] };
  const { name, description, brief, budget, tasks } = from;
  return {
    name: templateTexts.form.copied(name).slice(0, engagementFieldLimits.name),
    description,
    brief,
    budget: writeNumber(budget),
    tasks,
  };
}

/** Converts a draft to the body of the API. A copy keeps what the form does not show. */
export function toTemplateBody(draft: TemplateDraft, from: Template | undefined) {
  const { name, description, brief, budget, tasks } = draft;
  return {
    name: name.trim(),
    description: description.trim(),
    brief,
    budget: parseBudget(budget),
    tasks,
    ...(from && { options: from.options, approveAnswer: from.approveAnswer }),
  };
}

/** Problems that the API would refuse, as texts. A valid field has none. */
interface TemplateProblems extends Omit<DraftProblems, 'client'> {
  description?: string;
}

/** Checks a template by the rules for engagements, because engagements are created from it. */
export function checkTemplate(draft: TemplateDraft): TemplateProblems {
  const { missing } = templateTexts.form;
  const { client: _none, ...problems } = checkDraft({ ...blankDraft, ...draft, client: '-' });
  return {
    ...problems,
    ...(problems.name && { name: missing.name }),
    ...(problems.brief && { brief: missing.brief }),
    ...(draft.description.trim() === '' && { description: missing.when }),
  };
}

/** Parses a draft that was stored in the browser; null for anything else. */
export function readTemplateDraft(text: string): TemplateDraft | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const fields = ['name', 'description', 'brief', 'budget'];
  const fits = fields.every((field) => typeof Reflect.get(kept, field) === 'string');
  return fits && areTasks(Reflect.get(kept, 'tasks')) ? (kept as TemplateDraft) : null;
}
