// This is plain JavaScript because only the benchmark installs its packages, so the type check cannot see them.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import pg from 'pg';
import { durableSizes, timeWorkflows } from '../../durable/durable-workload.ts';
import { answerOnce } from '../../durable/six-step-job.ts';

/**
 * Runs the six steps as six nodes of a LangGraph graph with its Postgres checkpointer. Each run is a separate thread.
 * The arguments are the database and the durability (`sync` or `async`).
 */
const [url = '', durability = 'sync'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
const checkpointer = new PostgresSaver(pool);
await checkpointer.setup();

const State = Annotation.Root({ last: Annotation() });
const names = Array.from({ length: durableSizes.steps }, (_, index) => `step-${index}`);
const builder = names.reduce(
  (graph, name) => graph.addNode(name, async () => ({ last: await answerOnce() })),
  new StateGraph(State),
);
for (const [index, name] of names.entries()) builder.addEdge(names[index - 1] ?? START, name);
builder.addEdge(names.at(-1), END);
const graph = builder.compile({ checkpointer });

const result = await timeWorkflows((number) =>
  graph.invoke({ last: null }, { configurable: { thread_id: `run-${number}` }, durability }),
);
await pool.end();
console.log(JSON.stringify(result));
