import { median } from '../median.ts';
import type { PolicyName } from './policies.ts';
import { clearLead, curvePoints, type FamilySummary, reviewPrices } from './summarize.ts';
import { families, kinds, tasksPerKind } from './worlds.ts';

const policyTitles: Record<PolicyName, string> = {
  bandit: 'router',
  cheapest: 'always cheapest',
  best: 'always best (flagship)',
  oracle: 'always the truly best on average',
  random: 'random',
};

/** Writes the figures of all families as markdown. The same worlds give the same text. */
export function renderRouting(summaries: readonly FamilySummary[]): string {
  const parts = [
    '# Routing benchmark',
    'Written by `npm run bench:routing`. The router’s own code plays seeded worlds whose models, qualities and prices it does not know. The same seeds give the same figures on every machine. For how the router decides and why, see `docs/decisions/model-routing.md`.',
    `Each world has ${kinds.length} kinds of tasks, ${tasksPerKind} of each, two agents, and a budget of 1 USD per task. A document’s true score is its model’s quality on the kind, ± 2 by agent, ± 6 by task. Observer, evaluator and reviewer each see it ± 4; a reviewer sees every second document. A document below 70 is sent back and written once more.`,
    'Score per dollar is the score of all attempts divided by their cost. The cheapest model wins it, however bad it is. The tables therefore also show usable score per dollar, in which only documents of 70 or more count and all attempts cost, without and with a price for the reviewer’s reading of each (0.10 USD is six seconds of a person at 60 USD an hour).',
    ...summaries.flatMap((summary) => renderFamily(summary)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderFamily(summary: FamilySummary): string[] {
  const { family, worlds, tasksToFind, tasksToFindAgain, curve } = summary;
  const found = describeTimes(tasksToFind);
  const again = tasksToFindAgain.length > 0 ? ` After the change: ${describeTimes(tasksToFindAgain)}.` : '';
  return [
    `## ${family}`,
    `${worlds} worlds: ${families[family]}.`,
    `Tasks of a kind until 8 of the latest 10 choices were the better model, if it leads by at least ${clearLead} points, price included (10 is the least possible): ${found}.${again}`,
    table(['task of its kind', ...curvePoints.map(String)], [['chose the better model', ...curve.map(percent)]]),
    table(
      ['medians', 'mean score', 'cost, USD', 'score per USD', ...reviewPrices.map(usablePerUsd)],
      entriesOf(summary.yields).map(([name, made]) => [
        policyTitles[name],
        made.meanScore.toFixed(1),
        made.costUsd.toFixed(2),
        made.scorePerUsd.toFixed(0),
        ...reviewPrices.map((price) => made.usablePerUsd[price].toFixed(0)),
      ]),
    ),
    table(
      ['router is ahead in', 'score per USD', ...reviewPrices.map(usablePerUsd)],
      entriesOf(summary.wins)
        .filter(([name]) => name !== 'bandit')
        .map(([name, wins]) => [
          `worlds against ${policyTitles[name]}`,
          percent(wins.scorePerUsd),
          ...reviewPrices.map((price) => percent(wins.usablePerUsd[price])),
        ]),
    ),
  ];
}

function describeTimes(times: readonly number[]): string {
  const never = times.filter((tasks) => tasks === Number.POSITIVE_INFINITY).length;
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.POSITIVE_INFINITY;
  const tell = (tasks: number) => (tasks === Number.POSITIVE_INFINITY ? 'not in time' : String(tasks));
  const quantiles = `10 % ${tell(at(0.1))}, 25 % ${tell(at(0.25))}, 75 % ${tell(at(0.75))}, 90 % ${tell(at(0.9))}`;
  return `median **${tell(median(times))}** (${quantiles}); not found in ${never} of ${times.length}`;
}

const usablePerUsd = (price: number) =>
  price === 0 ? 'usable score per USD' : `with ${price.toFixed(2)} USD a reading`;
const percent = (share: number) => `${Math.round(share * 100)} %`;
const entriesOf = <T>(record: Record<PolicyName, T>) => Object.entries(record) as [PolicyName, T][];

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(titles.map((_, index) => (index === 0 ? '---' : '---:')));
  return [line(titles), rule, ...rows.map(line)].join('\n');
}
