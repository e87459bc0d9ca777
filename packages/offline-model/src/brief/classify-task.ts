import type { TaskKind } from '@ecp/model-calls/task-kinds';

/** Patterns by kind. The first match with a task's name wins, so the most specific kinds come first. */
const patterns: [TaskKind, RegExp][] = [
  ['strategy', /\b(?:strateg\w*|positioning|go-to-market|market entry)\b/i],
  [
    'plan',
    /\b(?:roadmap|action plan|launch plan|rollout|roll-out|implementation|timeline|schedule|work ?plan|milestones?|(?:90|30|100)-day|plan|pilot)\b/i,
  ],
  [
    'financial',
    /\b(?:budgets?|costs?|financ\w*|earn(?:s|ing)? money|profitab\w*|pricing|prices?|revenue|business case|roi|profit\w*|margins?|cash|funding|invest\w*|unit economics|forecast|break-?even|afford)\b/i,
  ],
  [
    'creative',
    /\b(?:brand\w*|campaigns?|messag\w*|copy|slogan|creative|content|story\w*|visual|naming|tagline|design|tone|advert\w*)\b/i,
  ],
  [
    'research',
    /\b(?:research|markets?|competit\w*|customers?|survey|interviews?|benchmark\w*|trends?|segments?|landscape|audience|demand|needs|evidence)\b/i,
  ],
  [
    'analysis',
    /\b(?:analy\w+|why|causes?|reasons?|diagnos\w*|review|audit|compar\w*|risks?|assess\w*|evaluat\w*|performance|churn|gaps?)\b/i,
  ],
  [
    'strategy',
    /\b(?:strateg\w*|positioning|recommend\w*|should|needed|options?|how to|whether|which|go-to-market|model|concept|priorit\w*|approach)\b/i,
  ],
];

const planOfMonths = /\b(?:next|first) (?:three|six|twelve|\d+) months\b|\bnext steps\b/i;

/** Derives a task's kind from its name. The main noun ("launch concept") counts before an addition ("with costs"). */
export function classifyTask(name: string): TaskKind {
  const head = name.split(/\s(?:with|for|including|by|without|in|at)\s|:\s/i)[0] ?? name;
  if (planOfMonths.test(name)) return 'plan';
  const find = (text: string) => patterns.find(([, pattern]) => pattern.test(text))?.[0];
  return find(head) ?? find(name) ?? 'general';
}

/** Returns the stage of a kind in the order of work: evidence, then its analysis, then choices, then the plan. */
export function readStage(kind: TaskKind): number {
  return { research: 0, analysis: 1, financial: 1, general: 1, creative: 2, strategy: 2, plan: 3 }[kind];
}

/** Words of skills, roles and departments that fit a kind of task. */
export const kindSkills: Record<TaskKind, string> = {
  research: 'research market customer competitor insight interviews survey trends benchmarking intelligence',
  analysis: 'analysis data analytics diagnosis process performance statistics operations',
  strategy: 'strategy strategic positioning options growth business portfolio',
  plan: 'project planning delivery implementation roadmap programme program operations change management milestones',
  creative: 'brand creative content copywriting design messaging communication marketing campaign',
  financial: 'finance financial pricing budget modelling modeling cost business case valuation accounting',
  general: 'consulting strategy engagement coordination',
};
