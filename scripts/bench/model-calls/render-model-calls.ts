import { eightTasksSizes } from '../../../apps/engine/testing/eight-tasks.ts';
import earlier from './earlier-release.json' with { type: 'json' };
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
    `Runs of ${eightTasksSizes.tasks} tasks with ${eightTasksSizes.sources} sources of ${eightTasksSizes.sourcesBytes / 1_000} kB together, over the engine's HTTP API, on a fake model server: one with ${callLatencyMs / 1_000} s a call for the wall time, and three with calls of 0.3 to 3.3 s for the tokens. What the fake writes varies like a model's texts. The server counts four bytes a token and has a prompt cache: a beginning of at least 1,024 tokens, in blocks of 128, that an earlier call with the same model has begun to answer. Tools and schemas stand before the messages. "Before" is the release before prompts shared their beginnings, measured by the same program on the same scenario; it had another call structure.`,
    purposes(figures),
    costs(figures),
    `Wall time ${(figures.wallMs / 1_000).toFixed(1)} s; critical path of the calls ${(figures.criticalPathMs / 1_000).toFixed(1)} s; ratio ${ratio.toFixed(3)}. Before: ${(earlier.wallMs / 1_000).toFixed(1)} s.`,
  ].join('\n\n');
}

function purposes({ byPurpose, documents }: ModelCallFigures): string {
  const before: Record<string, PurposeTokens> = earlier.byPurpose;
  const names = [...new Set([...Object.keys(before), ...Object.keys(byPurpose)])].sort();
  const rows = names.map((name) =>
    row(name, perDocument(before[name], earlier.documents), perDocument(byPurpose[name], documents)),
  );
  const total = row('**all**', perDocument(sumOf(before), earlier.documents), perDocument(sumOf(byPurpose), documents));
  return [
    '| purpose, for each document | calls before | now | input tokens before | now | cached now |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    total,
  ].join('\n');
}

/** Compares a document with one of the earlier release: its input as a ratio, and its cost in USD by list of prices. */
export function compareWithEarlier({ byPurpose, documents }: ModelCallFigures) {
  const before = perDocument(sumOf(earlier.byPurpose), earlier.documents);
  const now = perDocument(sumOf(byPurpose), documents);
  const costs = Object.entries(priceLists).map(([name, prices]) => {
    const [was, is] = [costOf(before, prices, false), costOf(now, prices, true)];
    return { name, was, is, ratio: is / was };
  });
  return { inputRatio: now.inputTokens / before.inputTokens, costs };
}

function costs(figures: ModelCallFigures): string {
  const rows = compareWithEarlier(figures).costs.map(
    ({ name, was, is, ratio }) => `| ${name} | ${usd(was)} | ${usd(is)} | ${ratio.toFixed(2)} |`,
  );
  return [
    '| cost a document, prices in USD per million tokens | before, cached tokens at full price | now | ratio |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

const none: PurposeTokens = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

function perDocument(tokens: PurposeTokens = none, documents: number): PurposeTokens {
  const { calls, inputTokens, cachedInputTokens, outputTokens } = tokens;
  return {
    calls: calls / documents,
    inputTokens: inputTokens / documents,
    cachedInputTokens: cachedInputTokens / documents,
    outputTokens: outputTokens / documents,
  };
}

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
  const tokens = ({ inputTokens }: PurposeTokens) => Math.round(inputTokens).toLocaleString('en');
  return `| ${name} | ${before.calls.toFixed(1)} | ${now.calls.toFixed(1)} | ${tokens(before)} | ${tokens(now)} | ${share} |`;
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
  return (reading + outputTokens * output) / 1e6;
}

const usd = (amount: number) => `$${amount.toFixed(3)}`;
