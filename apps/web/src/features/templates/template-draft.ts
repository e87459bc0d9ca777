import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Template } from '@ecp/contract/work/templates';
import { templateTexts } from '../../texts/en/templates.ts';
import {
  checkDraft,
  type DraftProblems,
  engagementFieldLimits,
  parseBudget,
} from '../../domain/engagement-draft/engagement-draft.ts';
import { areTasks } from '../../domain/tasks/read-tasks.ts';

/** A template as it is being written. */
export interface TemplateDraft {
  name: string;
  description: string;
  brief: string;
  /** As typed; US dollars. */
  budget: string;
  tasks: TaskConfiguration[];
}

/** A blank page with the service's own budget, or a copy of another template (TPL-5). */
export function toTemplateDraft(from: Template | undefined): TemplateDraft {
  if (!from) return { name: '', description: '', brief: '', budget: '5', tasks: [] };
  const { name, description, brief, budget, tasks } = from;
  return {
    name: templateTexts.form.copied(name).slice(0, engagementFieldLimits.name),
    description,
    brief,
    budget: String(budget),
    tasks,
  };
}

/** What the service takes; options of a copied template come along. */
export function toTemplateBody(draft: TemplateDraft, from: Template | undefined) {
  const { name, description, brief, budget, tasks } = draft;
  return {
    name: name.trim(),
    description: description.trim(),
    brief,
    budget: parseBudget(budget),
    tasks,
    ...(from && { options: from.options }),
  };
}

/** What the service would refuse, in words; absent where all is well. */
export interface TemplateProblems extends Omit<DraftProblems, 'client'> {
  description?: string;
}

/** Checks a template by the rules for engagements, which it becomes. */
export function checkTemplate(draft: TemplateDraft): TemplateProblems {
  const { missing } = templateTexts.form;
  const { client: _none, ...problems } = checkDraft({ ...draft, client: '-', templateId: null });
  return {
    ...problems,
    ...(problems.name && { name: missing.name }),
    ...(problems.brief && { brief: missing.brief }),
    ...(draft.description.trim() === '' && { description: missing.when }),
  };
}

/** Reads what was kept in the browser; null for anything else. */
export function readTemplateDraft(text: string): TemplateDraft | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const fields = ['name', 'description', 'brief', 'budget'];
  const fits = fields.every((field) => typeof Reflect.get(kept, field) === 'string');
  return fits && areTasks(Reflect.get(kept, 'tasks')) ? (kept as TemplateDraft) : null;
}
