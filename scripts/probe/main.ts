import { parseArgs } from 'node:util';
import { openTarget } from './open-target.ts';
import { prepareGround } from './prepare-ground.ts';
import { runProbe } from './run-probe.ts';
import { renderTally } from './tally.ts';

/**
 * Starts the product with fresh data on this machine and attacks it. `--probes` and `--malformed` set the numbers of
 * requests, `--seed` and `--from` which, `--lanes` how many at a time. Ends with 1 when it found a violation, and with
 * 130 when it was interrupted. Progress goes to stderr, the result to stdout.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260101' },
    probes: { type: 'string', default: '1000000' },
    malformed: { type: 'string', default: '100000' },
    from: { type: 'string', default: '0' },
    lanes: { type: 'string', default: '32' },
  },
});

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort());

const wholeNumber = (name: keyof typeof values) => {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} is a whole number, not ${values[name]}`);
  return number;
};

const plan = {
  seed: wholeNumber('seed'),
  probes: wholeNumber('probes'),
  malformed: wholeNumber('malformed'),
  from: wholeNumber('from'),
  lanes: Math.max(1, wholeNumber('lanes')),
  signal: interruption.signal,
  report: (line: string) => console.error(line),
};

plan.report('Starting the product');
const target = await openTarget();
try {
  plan.report('Preparing two tenants');
  const ground = await prepareGround(target);
  plan.report('Attacking');
  const startedMs = performance.now();
  const tally = await runProbe(target, ground, plan);
  console.log(renderTally(tally, (performance.now() - startedMs) / 1_000));
  process.exitCode = interruption.signal.aborted ? 130 : Math.min(tally.violations, 1);
} finally {
  await target.close();
}
