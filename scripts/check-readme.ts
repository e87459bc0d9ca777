import { runWalkthrough } from './docs/run-walkthrough.ts';

/** Runs the README's commands on a fresh product. Fails when a command fails or does not print the promised output. */
const { problems, output } = await runWalkthrough(AbortSignal.timeout(300_000));
if (problems.length > 0) console.error(output);
for (const problem of problems) console.error(problem);
console.log(`README: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
