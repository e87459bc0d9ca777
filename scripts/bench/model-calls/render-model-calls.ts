import earlier from './earlier-release.json' with { type: 'json' };
import { eightTasksSizes } from './eight-tasks.ts';
import { callLatencyMs, type ModelCallFigures, type PurposeTokens } from './measure-model-calls.ts';

/** Prices in USD per million tokens: input, input from the cache, input written to it, output. */
const priceLists = {
  'Anthropic (3, cached 0.30, written 3.75, output 15)': { input: 3, cached: 0.3, written: 3.75, output: 15 },
  'OpenAI (2, cached 0.50, output 8)': { input: 2, cached: 0.5, written: 2, output: 8 },
};

/** Renders the figures of a run of eight tasks beside those of the release before prompts shared their beginnings. */
export function renderModelCalls(figures: ModelCallFigures): string {
  const ratio = figures.wallMs / figures.criticalPathMs;
  return [
    `A run of ${eightTasksSizes.tasks} tasks with ${eightTasksSizes.sources} sources of ${eightTasksSizes.sourcesBytes / 1_000} kB together, over the engine's HTTP API, on a model server that answers each call after ${callLatencyMs / 1_000} s. The server counts four bytes a token and has a prompt cache: a beginning of at least 1,024 tokens, in blocks of 128, that an earlier call with the same model has begun to answer. Tools and schemas stand before the messages. "Before" is the release before prompts shared their beginnings, measured by the same program on the same scenario; it had another call structure.`,
    purposes(figures),
    costs(figures),
    `Wall time ${(figures.wallMs / 1_000).toFixed(1)} s; critical path of the calls ${(figures.criticalPathMs / 1_000).toFixed(1)} s; ratio ${ratio.toFixed(3)} (goal: at most 1.05). Before: ${(earlier.wallMs / 1_000).toFixed(1)} s.`,
  ].join('\n\n');
}

function purposes({ byPurpose }: ModelCallFigures): string {
  const before: Record<string, PurposeTokens> = earlier.byPurpose;
  const names = [...new Set([...Object.keys(before), ...Object.keys(byPurpose)])].sort();
  const rows = names.map((name) => row(name, before[name] ?? none, byPurpose[name] ?? none));
  const total = row('**all**', sumOf(before), sumOf(byPurpose));
  return [
    '| purpose | calls before | now | input tokens a document before | now | cached now |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    total,
  ].join('\n');
}

function costs({ byPurpose }: ModelCallFigures): string {
  const [before, now] = [sumOf(earlier.byPurpose), sumOf(byPurpose)];
  const rows = Object.entries(priceLists).map(([name, prices]) => {
    const [was, is] = [costOf(before, prices, false), costOf(now, prices, true)];
    return `| ${name} | ${usd(was)} | ${usd(is)} | ${(is / was).toFixed(2)} |`;
  });
  return [
    '| cost a document, prices in USD per million tokens | before, cached tokens at full price | now | ratio |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

const none: PurposeTokens = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

function sumOf(byPurpose: Record<string, PurposeTokens>): PurposeTokens {
  return Object.values(byPurpose).reduce(
    (sum, { calls, inputTokens, cachedInputTokens, outputTokens }) => ({
      calls: sum.calls + calls,
      inputTokens: sum.inputTokens + inputTokens,
      cachedInputTokens: sum.cachedInputTokens + cachedInputTokens,
      outputTokens: sum.outputTokens + outputTokens,
    }),
    none,
  );
}

function row(name: string, before: PurposeTokens, now: PurposeTokens): string {
  const share = now.inputTokens === 0 ? '–' : `${Math.round((100 * now.cachedInputTokens) / now.inputTokens)} %`;
  const each = ({ inputTokens }: PurposeTokens) => Math.round(inputTokens / eightTasksSizes.tasks).toLocaleString('en');
  return `| ${name} | ${before.calls} | ${now.calls} | ${each(before)} | ${each(now)} | ${share} |`;
}

/** Returns the cost of a document in USD. What is not read from the cache counts as written to it. */
function costOf(
  { inputTokens, cachedInputTokens, outputTokens }: PurposeTokens,
  { input, cached, written, output }: (typeof priceLists)[keyof typeof priceLists],
  caches: boolean,
): number {
  const reading = caches
    ? cachedInputTokens * cached + (inputTokens - cachedInputTokens) * written
    : inputTokens * input;
  return (reading + outputTokens * output) / 1e6 / eightTasksSizes.tasks;
}

const usd = (amount: number) => `$${amount.toFixed(3)}`;
