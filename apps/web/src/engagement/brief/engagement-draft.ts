import { askBackHoursLimits, domainPattern, researchLimits } from '@ecp/contract/values/limits';
import type { AskBack, Engagement, TaskConfiguration } from '@ecp/contract/work/engagements';
import { formatCount, formatUsd, readNumber, writeNumber } from '../../base/format/format.ts';
import { areTasks, areTasksFine, checkTasks } from '../tasks/tasks.ts';
import { engagementFormTexts } from './texts.ts';

export interface ConductDraft {
  askBack: AskBack;
  /** Hours, as typed. */
  askBackHours: string;
  research: boolean;
  /** One domain per line, as typed. */
  domains: string;
  maxPages: string;
  adversary: boolean;
  approveAnswer: boolean;
  library: boolean;
}

export const blankConduct: ConductDraft = {
  askBack: 'assume',
  askBackHours: String(askBackHoursLimits.default),
  research: false,
  domains: '',
  maxPages: String(researchLimits.maxPages),
  adversary: false,
  approveAnswer: false,
  library: false,
};

type StoredConduct = Pick<
  Engagement,
  'askBack' | 'askBackHours' | 'research' | 'adversary' | 'approveAnswer' | 'library'
>;

export function toConductDraft({
  askBack,
  askBackHours,
  research,
  adversary,
  approveAnswer,
  library,
}: StoredConduct): ConductDraft {
  const { enabled, domains, maxPages } = research;
  const written = { research: enabled, domains: domains.join('\n'), maxPages: String(maxPages) };
  const switches = { adversary, approveAnswer, library };
  return { askBack, askBackHours: String(askBackHours), ...written, ...switches };
}

/**
 * Splits a typed text into domains, each once, without the scheme, wildcard, port or path of a
 * pasted address.
 */
export const readDomains = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((line) =>
        line
          .replace(/^[a-z]+:\/\//i, '')
          .replace(/[/:?#].*$/, '')
          .replace(/^\*?\./, '')
          .toLowerCase(),
      )
      .filter((line) => line !== ''),
  ),
];

const areHours = (text: string) => Number(text) > 0 && Number(text) <= askBackHoursLimits.maximum;
const arePages = (text: string) =>
  Number.isInteger(Number(text)) &&
  Number(text) >= 1 &&
  Number(text) <= researchLimits.maximumPages;
const domain = new RegExp(domainPattern);
const isDomain = (name: string) => name.length <= researchLimits.domainLength && domain.test(name);

/**
 * Turns a draft into fields of the request body. A hidden field with a wrong value gets the
 * default.
 */
export function toConductFields({
  askBack,
  askBackHours,
  research,
  domains,
  maxPages,
  ...rest
}: ConductDraft) {
  return {
    askBack,
    askBackHours: Number(areHours(askBackHours) ? askBackHours : blankConduct.askBackHours),
    research: {
      enabled: research,
      domains: readDomains(domains).filter(isDomain).slice(0, researchLimits.domains),
      maxPages: Number(arePages(maxPages) ? maxPages : blankConduct.maxPages),
    },
    ...rest,
  };
}

/** The problems of a draft by field, as texts. A valid field has none. */
export interface ConductProblems {
  askBackHours?: string;
  domains?: string;
  maxPages?: string;
}

/** Checks the shown fields of a draft by the service's own rules. */
export function checkConduct({
  askBack,
  askBackHours,
  research,
  domains,
  maxPages,
}: ConductDraft): ConductProblems {
  const { wrong } = engagementFormTexts.conduct;
  const names = readDomains(domains);
  const odd = names.find((name) => !isDomain(name));
  return {
    ...(askBack === 'wait' &&
      !areHours(askBackHours) && {
        askBackHours: wrong.hours(formatCount(askBackHoursLimits.maximum)),
      }),
    ...(research && odd !== undefined && { domains: wrong.domain(odd) }),
    ...(research &&
      names.length > researchLimits.domains && { domains: wrong.domains(researchLimits.domains) }),
    ...(research && !arePages(maxPages) && { maxPages: wrong.pages(researchLimits.maximumPages) }),
  };
}

export function isConduct(value: unknown): value is ConductDraft {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(blankConduct).every(
    ([field, usual]) => typeof Reflect.get(value, field) === typeof usual,
  );
}

export const engagementFieldLimits = {
  name: 200,
  client: 200,
  brief: 100_000,
  budgetUsd: 10_000,
} as const;

/** Maximum length of a template's description, in characters. */
export const maxTemplateDescription = 10_000;

export interface EngagementDraft {
  name: string;
  client: string;
  brief: string;
  /** US dollars, as typed. */
  budget: string;
  tasks: TaskConfiguration[];
  /** Id of the pinned model; null lets the engine choose for each task. */
  model: string | null;
  conduct: ConductDraft;
  /** Id of the person in charge; null for nobody. */
  ownerId: string | null;
  /** The day on which it is due, YYYY-MM-DD; empty for none. */
  dueDate: string;
  /** The template that brief, budget and tasks came from; null for a blank draft. */
  templateId: string | null;
}

export const blankDraft: EngagementDraft = {
  name: '',
  client: '',
  brief: '',
  budget: '5',
  tasks: [],
  model: null,
  conduct: blankConduct,
  ownerId: null,
  dueDate: '',
  templateId: null,
};

/** Turns a stored engagement or template into a draft. A template has no conduct. */
export function toEngagementDraft(
  from: {
    name?: string;
    client?: string;
    brief: string;
    budget: number;
    tasks: TaskConfiguration[];
    model?: string | null;
    ownerId?: string | null;
    dueDate?: string | null;
  },
  conduct = blankConduct,
): EngagementDraft {
  const {
    name = '',
    client = '',
    brief,
    budget,
    tasks,
    model = null,
    ownerId = null,
    dueDate,
  } = from;
  const responsibility = { ownerId, dueDate: dueDate ?? '' };
  return {
    name,
    client,
    brief,
    budget: writeNumber(budget),
    tasks,
    model,
    conduct,
    ...responsibility,
    templateId: null,
  };
}

/**
 * Parses US dollars as typed; NaN for anything else. Where a comma marks thousands, 2,50 does not
 * become 250.
 */
export const parseBudget = (text: string): number => readNumber(text.replace('$', ''));

/** Turns a draft into the request body. */
export function toEngagementBody(draft: EngagementDraft) {
  const { name, client, brief, budget, tasks, model, conduct, ownerId, dueDate } = draft;
  const own = {
    name: name.trim(),
    client: client.trim(),
    brief,
    budget: parseBudget(budget),
    tasks,
    model,
  };
  return { ...own, ownerId, dueDate: dueDate || null, ...toConductFields(conduct) };
}

/** Explains, for each field, what the service would refuse. A valid field is absent. */
export interface DraftProblems {
  name?: string;
  client?: string;
  brief?: string;
  budget?: string;
  tasks?: true;
  conduct?: true;
}

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
    ...(Object.keys(checkConduct(draft.conduct)).length > 0 && { conduct: true as const }),
  };
}

export function isDraft(value: unknown): value is EngagementDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'client', 'brief', 'budget', 'dueDate'].every(
      (key) => typeof Reflect.get(value, key) === 'string',
    ) &&
    isTextOrNull(Reflect.get(value, 'model')) &&
    isTextOrNull(Reflect.get(value, 'ownerId')) &&
    isConduct(Reflect.get(value, 'conduct')) &&
    areTasks(Reflect.get(value, 'tasks'))
  );
}

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';

/** Parses a draft that was stored in the browser; null for anything else. */
export function readDraft(text: string): EngagementDraft | null {
  const kept: unknown = JSON.parse(text);
  return isDraft(kept) ? kept : null;
}
