import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { usualStyle, writeVaried } from '@ecp/testing/fake-llm/fake-llm-varied';
import pino from 'pino';
import { defaultCallLimits } from '../../apps/engine/src/call/model-call.ts';
import { openEngine } from '../../apps/engine/src/open-engine.ts';
import { createEngineClient } from '../../apps/engine/testing/engine-client.ts';
import { type PricedBrief, pricedBriefs } from '../../apps/engine/testing/plan-price/briefs.ts';
import { type PricedRun, priceBrief } from '../../apps/engine/testing/plan-price/price-brief.ts';
import { startPricedProvider } from '../../apps/engine/testing/priced-provider.ts';
import { openBenchDatabase } from './bench-database.ts';
import { median } from './median.ts';

/**
 * Plans a fixed set of briefs, runs each plan completely on the metered fake provider, and compares the cost with the
 * range: first for tenants without experience, then for one that has run the set before. Fails when under 80 % are
 * inside or when the median range is wider than 1 to 4. `--length`, `--weak`, `--invents` change how the provider
 * writes.
 */
const { values } = parseArgs({
  options: {
    length: { type: 'string', default: String(usualStyle.length) },
    weak: { type: 'string', default: String(usualStyle.weak) },
    invents: { type: 'string', default: String(usualStyle.invents) },
    /** Another label changes the prompts and thus the answers. */
    label: { type: 'string', default: 'first' },
  },
});
const minInside = 0.8;
const maxMedianRatio = 4;

const database = await openBenchDatabase();
const provider = await startPricedProvider();
provider.respondWith(
  writeVaried({ length: Number(values.length), weak: Number(values.weak), invents: Number(values.invents) }),
);
const token = randomBytes(16).toString('hex');
const config = {
  host: '127.0.0.1',
  port: 0,
  token,
  databaseUrl: await database.create('plan_price'),
  models: { localModelLatencyMs: 0, ...provider.settings },
  logLevel: 'error' as const,
};
const engine = await openEngine(config, pino({ level: 'error' }, pino.destination(2)), defaultCallLimits);
const client = createEngineClient(await engine.app.listen({ host: config.host, port: config.port }), token);

/** Runs the briefs one after the other. `tenantOf` returns the tenant of each. */
async function playRound(label: string, tenantOf: (index: number) => string): Promise<PricedRun[]> {
  const runs: PricedRun[] = [];
  for (const [index, brief] of (pricedBriefs satisfies PricedBrief[]).entries()) {
    runs.push(await priceBrief(client, brief, { tenantId: tenantOf(index), label: `${values.label} ${label}` }));
  }
  return runs;
}

function report(title: string, runs: PricedRun[]): boolean {
  const cents = (usd: number) => `${(100 * usd).toFixed(2)} ¢`;
  console.log(`\n${title}\n\n| brief | tasks | low | expected | high | actual | | high / low |`);
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |');
  for (const { title: name, tasks, low, expected, high, actual, inside } of runs) {
    const money = [low, expected, high, actual].map(cents).join(' | ');
    console.log(`| ${name} | ${tasks} | ${money} | ${inside ? 'inside' : 'OUTSIDE'} | ${(high / low).toFixed(2)} |`);
  }
  const share = runs.filter(({ inside }) => inside).length / runs.length;
  const ratio = median(runs.map(({ high, low }) => high / low));
  const off = median(runs.map(({ expected, actual }) => Math.abs(expected / actual - 1)));
  console.log(
    `\n${(100 * share).toFixed(0)} % inside; median high / low ${ratio.toFixed(2)}; the expected cost is off by ${(100 * off).toFixed(0)} % (median).`,
  );
  return share >= minInside && ratio <= maxMedianRatio;
}

try {
  const cold = await playRound('cold', (index) => `cold-${index}`);
  await playRound('lesson', () => 'learner');
  const learned = await playRound('learned', () => 'learner');
  const held = [
    report('Without experience: shipped habits', cold),
    report(`With the experience of ${learned[0]?.learnedFromTasks} finished tasks`, learned),
  ];
  if (held.includes(false)) {
    console.error(
      `At least ${100 * minInside} % must be inside, with a median high / low of at most ${maxMedianRatio}.`,
    );
    process.exitCode = 1;
  }
} finally {
  await engine.close();
  await provider.close();
  await database.close();
}
