import { DBOS } from '@dbos-inc/dbos-sdk';
import { answerOnce, durableSizes, timeWorkflows } from './workload.ts';

/** Runs six steps on bare DBOS with the engine's settings, each of which calls a model. The argument is the database. */
const [url = ''] = process.argv.slice(2);

async function runSteps(number: number): Promise<number> {
  for (let index = 0; index < durableSizes.steps; index += 1) {
    await DBOS.runStep(answerOnce, { name: `step-${index}` });
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
