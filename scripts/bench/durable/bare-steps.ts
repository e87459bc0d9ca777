import { DBOS } from '@dbos-inc/dbos-sdk';
import { durableSizes, timeWorkflows } from './durable-workload.ts';
import { answerOnce } from './six-step-job.ts';

/**
 * Runs six steps on bare DBOS with the engine's settings. The arguments are the database, and `model` to call the model
 * in each step. Otherwise the steps are empty, which is the lowest cost of a durable step.
 */
const [url = '', work = ''] = process.argv.slice(2);
const step: () => Promise<unknown> = work === 'model' ? answerOnce : async () => 1;

async function runSteps(number: number): Promise<number> {
  for (let index = 0; index < durableSizes.steps; index += 1) {
    await DBOS.runStep(step, { name: `step-${index}` });
  }
  return number;
}

const workflow = DBOS.registerWorkflow(runSteps, { name: 'bare' });
DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: url,
  systemDatabaseSchemaName: 'dbos_bench',
  systemDatabasePoolSize: 10,
  useListenNotify: false,
  applicationVersion: '1',
  logLevel: 'error',
});
await DBOS.launch();
const result = await timeWorkflows(workflow);
await DBOS.shutdown();
console.log(JSON.stringify(result));
