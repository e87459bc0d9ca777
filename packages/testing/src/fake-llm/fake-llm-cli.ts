/**
 * Runs the fake model server on its own:
 *   node packages/testing/src/fake-llm/fake-llm-cli.ts --port 4010 --latency-ms 300 --model fake-model
 * `--behave '{"thoughts":"tags"}'` gives all models a manner of LlmBehaviour, `--behave
 * 'MODEL={…}'` gives it to one. Prints its address and one line for each call.
 */
import { parseArgs } from 'node:util';
import { type MeteredCall, namedPurpose } from './fake-llm-meter.ts';
import { startFakeLlmServer } from './fake-llm-server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    'latency-ms': { type: 'string', default: '0' },
    model: { type: 'string', multiple: true, default: ['fake-model'] },
    'api-key': { type: 'string' },
    behave: { type: 'string', multiple: true, default: [] },
  },
});

function printCall(call: MeteredCall): void {
  const purpose = namedPurpose(call);
  const tookMs = (call.finishedAtMs ?? Date.now()) - call.startedAtMs;
  const tokens = `${call.inputTokens} in (${call.cachedInputTokens} cached), ${call.outputTokens} out`;
  const usd = (call.costNanoUsd / 1e9).toFixed(6);
  console.log(
    `#${call.number} ${call.body.model} ${purpose}: ${call.outcome}${call.failure === null ? '' : ` (${call.failure})`}, ${tokens}, $${usd}, ${tookMs} ms`,
  );
}

const server = await startFakeLlmServer({
  port: Number(values.port),
  host: values.host,
  latencyMs: Number(values['latency-ms']),
  models: values.model,
  ...(values['api-key'] !== undefined && { apiKey: values['api-key'] }),
  onCallEnd: printCall,
}).catch((error: Error) => {
  console.error(`The fake LLM server could not start: ${error.message}`);
  process.exit(1);
});
for (const given of values.behave) {
  const brace = given.indexOf('{');
  try {
    server.behave(
      JSON.parse(brace === -1 ? '' : given.slice(brace)),
      brace > 0 ? given.slice(0, brace).replace(/=$/, '') : undefined,
    );
  } catch {
    console.error(`--behave needs JSON like {"thoughts":"tags"}, or MODEL={…}: ${given}`);
    process.exit(1);
  }
}
console.log(`Fake LLM server: ${server.baseUrl} (models: ${values.model.join(', ')})`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await server.close();
    console.log(
      `${server.meter.calls.length} calls, $${(server.meter.costNanoUsd / 1e9).toFixed(6)}`,
    );
  });
}
