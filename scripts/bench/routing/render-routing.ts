import type { PolicyName } from './policies.ts';
import { type FamilySummary, learnedFrom, type PolicySummary } from './summarize.ts';
import { type Family, families, kinds, tasksPerKind } from './worlds.ts';

const policyTitles: Record<PolicyName, string> = {
  router: 'router',
  earlier: 'earlier rule',
  oracle: 'oracle',
  cheapest: 'always cheapest',
  flagship: 'always flagship',
  random: 'random',
};

interface Criterion {
  family: Family;
  title: string;
  bound: string;
  tell(policy: PolicySummary): string;
  holds(policy: PolicySummary): boolean;
}

/** The bounds of the router, each with the family of worlds in which it is measured. */
const criteria: readonly Criterion[] = [
  {
    family: 'equal',
    title: 'Equal quality: choices of a cheap model at tasks 25 to 34, by kind',
    bound: 'at least 80 % in every kind',
    tell: ({ cheapByKind }) => cheapByKind.map((share) => percent(share)).join(', '),
    holds: ({ cheapByKind }) => Math.min(...cheapByKind) >= 0.8,
  },
  {
    family: 'equal',
    title: 'Equal quality: worlds with a kind in which no cheap model was ever tried',
    bound: 'at most 2 %',
    tell: ({ neverTried }) => percent(neverTried),
    holds: ({ neverTried }) => neverTried <= 0.02,
  },
  {
    family: 'flat-judge',
    title: `A judge with a quarter of the slope: bad choices after task ${learnedFrom}`,
    bound: 'at most 5 %',
    tell: ({ losesFifth }) => percent(losesFifth, 1),
    holds: ({ losesFifth }) => losesFifth <= 0.05,
  },
  {
    family: 'broken',
    title: 'A broken model: tasks on which it was tried, in the median world and at most',
    bound: 'at most 2',
    tell: ({ failures: { median, most } }) => `${median}, ${most}`,
    holds: ({ failures }) => failures.most <= 2,
  },
];
const leastNetShare = 0.9;

/** Returns a line for each criterion that the router misses. */
export function listMisses(summaries: readonly FamilySummary[]): string[] {
  const missed = criteria.flatMap(({ family, title, bound, tell, holds }) => {
    const router = routerOf(summaries, family);
    return router && !holds(router) ? [`${title}: ${tell(router)} (${bound})`] : [];
  });
  const poor = summaries.filter(({ policies }) => policies.router.netShare < leastNetShare);
  return [
    ...missed,
    ...poor.map(({ family }) => `Net value in ${family}: below ${percent(leastNetShare)} of the oracle`),
  ];
}

const routerOf = (summaries: readonly FamilySummary[], family: Family) =>
  summaries.find((summary) => summary.family === family)?.policies.router;

/** Writes the figures of all families as markdown. The same worlds give the same text. */
export function renderRouting(summaries: readonly FamilySummary[]): string {
  const parts = [
    '# Routing benchmark',
    'Written by `npm run bench:routing`, which fails if a criterion is missed. The router’s own code plays seeded worlds whose models, qualities and prices it does not know. The same seeds give the same figures on every machine. For how the router decides and why, see `docs/decisions/model-routing.md`.',
    `Each world has ${kinds.length} kinds of tasks, ${tasksPerKind} of each, two agents, and a budget of 1 USD per task. A document’s true quality is its model’s on the kind, ± 2 by agent (not in equal worlds), ± 6 by task. Observer, evaluator and reviewer each see it ± 4. The router learns every second review. A document that is not approved (below 70) is written and read once more.`,
    'Net value is 10 USD for an approved document, minus the cost of all attempts and 2 USD for each reading. The oracle knows all qualities and costs, and makes the truly best choice at every task: the highest net value among the models of which 85 % of documents reach 75, if there is one. A choice is bad if it is expected to be worth less than the oracle’s by more than a fifth of an approved document. “Before” is the rule that the router had earlier, in the same worlds: Thompson sampling of uncalibrated scores, by kind of task only.',
    '## Criteria',
    renderCriteria(summaries),
    ...summaries.flatMap((summary) => renderFamily(summary)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderCriteria(summaries: readonly FamilySummary[]): string {
  const rows = criteria.flatMap(({ family, title, bound, tell }) => {
    const summary = summaries.find((one) => one.family === family);
    return summary ? [[title, bound, tell(summary.policies.router), tell(summary.policies.earlier)]] : [];
  });
  const netValues = summaries.map(({ family, policies: { router, earlier } }) => {
    const title = `Net value as a share of the oracle’s: ${family}`;
    return [title, `at least ${percent(leastNetShare)}`, percent(router.netShare, 1), percent(earlier.netShare, 1)];
  });
  return table(['criterion', 'bound', 'router', 'before'], [...rows, ...netValues]);
}

function renderFamily({ family, worlds, policies }: FamilySummary): string[] {
  const columns = [
    'rule',
    'net value, of the oracle’s',
    'in the worst tenth of worlds',
    `bad choices after task ${learnedFrom}`,
    'losing over a tenth',
    'cheap at tasks 25 to 34',
    'cost per task, USD',
  ];
  const rows = Object.entries(policies).map(([name, policy]) => [
    policyTitles[name as PolicyName],
    percent(policy.netShare, 1),
    percent(policy.netShareLow),
    percent(policy.losesFifth, 1),
    percent(policy.losesTenth, 1),
    policy.cheapByKind.map((share) => percent(share)).join(', '),
    policy.costUsdPerTask.toFixed(3),
  ]);
  return [`## ${family}`, `${worlds} worlds: ${families[family]}.`, table(columns, rows)];
}

const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)} %`;

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(titles.map((_, index) => (index === 0 ? '---' : '---:')));
  return [line(titles), rule, ...rows.map(line)].join('\n');
}
