import { ApiError } from '@ecp/contract/declaring/errors';
import type { CreateEngagementBody, TaskInput } from '@ecp/contract/work/engagements';
import type { RequestContext } from '../../kernel/context.ts';
import { getTemplate } from '../templates/get-template.ts';

/** The initial content of an engagement. */
export interface EngagementStart {
  brief: string;
  budgetUsd: number;
  tasks: TaskInput[];
}

/** The default budget in US dollars (ENG-4). */
const defaultBudgetUsd = 5.0;

/**
 * Returns brief, budget and tasks as given, else those of the template. They are copied, so later changes of the
 * template or the engagement do not affect the other (ENG-13). Errors: `not_found` for an unknown template,
 * `engagement_fields_required` without a brief.
 */
export async function applyTemplate(context: RequestContext, body: CreateEngagementBody): Promise<EngagementStart> {
  const { brief, budget, tasks } = body;
  const templateId = body.templateId ?? null;
  if (templateId !== null) {
    const template = await getTemplate(context, templateId);
    return {
      brief: brief ?? template.brief,
      budgetUsd: budget ?? template.budget,
      tasks: tasks ?? template.tasks,
    };
  }
  if (brief === undefined) {
    throw new ApiError('engagement_fields_required', { details: [{ path: '/brief', message: 'is required' }] });
  }
  return { brief, budgetUsd: budget ?? defaultBudgetUsd, tasks: tasks ?? [] };
}
