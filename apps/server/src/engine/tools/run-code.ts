import type { NotebookEntry } from '@ecp/contract/work/notebook';
import { describeEntry } from '../agents/prompts/analyse.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient } from '../call/model-call.ts';
import type { ToolCall } from '../call/tool-types.ts';
import { briefOf, readRun } from '../kernel/runs.ts';
import {
  askMaterial,
  type ExecutedCall,
  type MaterialLimits,
  refuseCall,
  toolCallId,
} from './tool-results.ts';

/** A program may run for a minute, and waits for its turn before. */
const programLimits: MaterialLimits = {
  timeoutMs: 180_000,
  subject: 'The code tool',
  advice: 'Compute less at once.',
};

/** Limits the rows of a table, and the characters of the output, that a model gets. */
const maxRows = 40;
const maxOutput = 8_000;

/** Runs a program of a model, which becomes an entry of the notebook unless it fails. */
export async function runCode(
  services: EngineServices,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const { code = '', title = '', finding = '' } = call.input;
  const run = await readRun(services.database, client);
  const order = {
    id: toolCallId('c', client, ordinal),
    title,
    finding,
    code,
    runDate: briefOf(run).today,
  };
  const { signal, done } = services.inFlight.begin(client);
  try {
    const running = services.material.runProgram(client, order, signal);
    const answer = await askMaterial(running, programLimits, signal);
    if ('failure' in answer) return refuseCall(call, answer.failure);
    if ('refused' in answer.value) return refuseCall(call, answer.value.refused);
    const { entry } = answer.value;
    return {
      result: { callId: call.id, kind: 'text', label: 'program', text: describeProgram(entry) },
      code: 'workspace_changed',
      message: `computed "${title}" by a program: ${describeResults(entry)}`,
      entryId: entry.id,
    };
  } finally {
    done();
  }
}

function describeProgram(entry: NotebookEntry): string {
  const tables = entry.tables.map((table) => ({ ...table, rows: table.rows.slice(0, maxRows) }));
  const described = describeEntry({ ...entry, tables, words: '', place: '' });
  if (entry.output === '') return described;
  const output = entry.output.slice(0, maxOutput).toWellFormed();
  const cut = entry.output.length > maxOutput ? '\n(The output is cut here.)' : '';
  return `${described}\nOutput:\n${output}${cut}`;
}

function describeResults({ tables, facts }: NotebookEntry): string {
  const counts = [countOf(tables.length, 'table'), countOf(facts.length, 'fact')];
  return counts.join(', ');
}

const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
