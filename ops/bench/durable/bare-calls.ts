import { answerOnce, durableSizes, timeWorkflows } from './workload.ts';

/** Makes the calls of six steps without any record, which is the floor of a durable step. */
const result = await timeWorkflows(async () => {
  for (let step = 0; step < durableSizes.steps; step += 1) await answerOnce();
});
console.log(JSON.stringify(result));
