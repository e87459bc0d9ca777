import { runWalkthrough } from './docs/run-walkthrough.ts';

/** Does what the README shows, on a fresh product, and fails when a command fails or prints less than is promised. */
const { problems, output } = await runWalkthrough(AbortSignal.timeout(300_000));
if (problems.length > 0) console.error(output);
for (const problem of problems) console.error(problem);
console.log(`README: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
