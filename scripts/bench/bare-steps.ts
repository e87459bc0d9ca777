import { DBOS } from '@dbos-inc/dbos-sdk';
import { durableSizes, timeWorkflows } from './durable-workload.ts';

/** Six empty steps on bare DBOS with the engine's settings: the floor of every durable step. Argument: the database. */
const [url = ''] = process.argv.slice(2);

async function runSteps(number: number): Promise<number> {
  let sum = number;
  for (let step = 0; step < durableSizes.steps; step += 1) {
    sum += await DBOS.runStep(async () => step, { name: `step-${step}` });
  }
  return sum;
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
