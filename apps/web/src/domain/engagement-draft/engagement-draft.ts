import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { formatUsd } from '../../format/format.ts';
import { engagementFormTexts } from '../../texts/en/engagement-form.ts';
import { areTasksFine, checkTasks } from '../tasks/check-tasks.ts';
import { areTasks } from '../tasks/read-tasks.ts';

/** Limits of an engagement (ENG-6, ENG-7, ENG-8). */
export const engagementFieldLimits = { name: 200, client: 200, brief: 100_000, budgetUsd: 10_000 } as const;

/** Longest description of a template that the service takes, in characters. */
export const maxTemplateDescription = 10_000;

/** An engagement as it is being written. */
export interface EngagementDraft {
  name: string;
  client: string;
  brief: string;
  /** As typed; US dollars. */
  budget: string;
  tasks: TaskConfiguration[];
  /** What brief, budget and tasks were taken from; null for a blank page. */
  templateId: string | null;
}

/** A blank page, with the service's own budget (ENG-4). */
export const blankDraft: EngagementDraft = {
  name: '',
  client: '',
  brief: '',
  budget: '5',
  tasks: [],
  templateId: null,
};

/** Fields of a stored engagement or template, to be edited. */
export function toDraft(from: {
  name?: string;
  client?: string;
  brief: string;
  budget: number;
  tasks: TaskConfiguration[];
}): EngagementDraft {
  const { name = '', client = '', brief, budget, tasks } = from;
  return { name, client, brief, budget: String(budget), tasks, templateId: null };
}

/**
 * US dollars as typed, with or without `$` and thousands marked; NaN for what is no number. A comma that marks no
 * thousands may be meant for a decimal point: 2,50 must not become 250.
 */
export function parseBudget(text: string): number {
  const amount = text.replace(/[$\s]/g, '');
  const isMarked = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(amount);
  return Number((isMarked ? amount.replaceAll(',', '') : amount) || Number.NaN);
}

/** What the service takes. */
export function toBody({ name, client, brief, budget, tasks }: EngagementDraft) {
  return { name: name.trim(), client: client.trim(), brief, budget: parseBudget(budget), tasks };
}

/** What the service would refuse, in words; absent where all is well. */
export interface DraftProblems {
  name?: string;
  client?: string;
  brief?: string;
  budget?: string;
  tasks?: true;
}

/** Checks a draft by the service's own rules (ENG-5 to ENG-11). */
export function checkDraft(draft: EngagementDraft): DraftProblems {
  const { missing, budget } = engagementFormTexts;
  const amount = parseBudget(draft.budget);
  return {
    ...(draft.name.trim() === '' && { name: missing.name }),
    ...(draft.client.trim() === '' && { client: missing.client }),
    ...(draft.brief.trim() === '' && { brief: missing.brief }),
    ...(!(amount > 0) && { budget: budget.missing }),
    ...(amount > engagementFieldLimits.budgetUsd && {
      budget: budget.tooHigh(formatUsd(engagementFieldLimits.budgetUsd)),
    }),
    ...(!areTasksFine(checkTasks(draft.tasks)) && { tasks: true as const }),
  };
}

/** Blanks like `[year]` that a template leaves to be filled in; links and boxes of lists are none. */
export const countBlanks = (brief: string): number => brief.match(/\[(?![ xX]\])[^[\]\n]+\](?![([:])/g)?.length ?? 0;

/** Whether something has the form of a draft. */
export function isDraft(value: unknown): value is EngagementDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'client', 'brief', 'budget'].every((key) => typeof Reflect.get(value, key) === 'string') &&
    areTasks(Reflect.get(value, 'tasks'))
  );
}

/** Reads what was kept in the browser; null for anything else. */
export function readDraft(text: string): EngagementDraft | null {
  const kept: unknown = JSON.parse(text);
  return isDraft(kept) ? kept : null;
}
