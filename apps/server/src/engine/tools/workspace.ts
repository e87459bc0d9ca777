import type { AnswerSubmission } from '@ecp/contract/work/answers';
import { notebookLimits } from '@ecp/contract/work/notebook';
import { isNamed } from '@ecp/evidence/whole-texts';
import type { RaisedObjection } from '@ecp/model-calls/prompt-types';
import { saveAnswer } from '../../material/answers/answers.ts';
import {
  findEntryId,
  listFacts,
  readEntry,
  recordEntry,
  recordFact,
} from '../../material/notebook/notebook.ts';
import { describeEntry } from '../agents/prompts/analyse.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient, ToolMaterial } from '../call/model-call.ts';
import type { ToolCall } from '../call/tool-types.ts';
import { analysisStep, objectionId, toAnswerContent } from '../call/workspace-tools.ts';
import type { SourceRange } from '../kernel/agent-material.ts';
import { readRun } from '../kernel/runs.ts';
import {
  askMaterial,
  type ExecutedCall,
  type MaterialLimits,
  refuseCall,
  toolCallId,
} from './tool-results.ts';

/** Limits the characters that one call reads of a source. */
const readLength = 16_000;
/** A read or a search of long texts waits for no model. */
const sourceLimits: MaterialLimits = { timeoutMs: 60_000, subject: 'The sources', advice: '' };

/** Returns a part of a file, an earlier document, or an entry of the notebook. */
export async function readSource(
  services: EngineServices,
  client: CallClient,
  material: Pick<ToolMaterial, 'sources'>,
  call: ToolCall,
): Promise<ExecutedCall> {
  const { file = '', from = 0 } = call.input;
  const range = await findSource(services, client, material, { file, from, length: readLength });
  if (typeof range === 'string') return refuseCall(call, range);
  const { title, text, totalLength } = range;
  const end = from + text.length;
  const rest = end < totalLength ? `; read on from ${end}` : '';
  const head = `${title}: characters ${from} to ${end} of ${totalLength}${rest}`;
  return {
    result: { callId: call.id, kind: 'text', label: 'source', text: `${head}\n${text}` },
    code: 'sources_searched',
    message: `read ${title}`,
  };
}

interface AskedRange {
  file: string;
  from: number;
  length: number;
}

/** Returns the part of a source, or why there is none, as a sentence for the model. */
async function findSource(
  services: EngineServices,
  client: CallClient,
  { sources }: Pick<ToolMaterial, 'sources'>,
  range: AskedRange,
): Promise<SourceRange | string> {
  const { file } = range;
  const [, number] = /^notebook\s+(\d+)$/i.exec(file.trim()) ?? [];
  if (number !== undefined) {
    const entry = await findEntryByNumber(services, client, Number(number));
    return entry === null ? `There is no entry ${number}.` : cutRange(file, entry, range);
  }
  const { previous } = (await readRun(services.database, client)).input;
  const document = previous.find(({ filename }) => isNamed(filename, file));
  if (document) return cutRange(document.filename, document.content, range);
  const { signal, done } = services.inFlight.begin(client);
  try {
    const reading = services.material.readSource(client, range);
    const answer = await askMaterial(reading, sourceLimits, signal);
    if ('failure' in answer) return answer.failure;
    if (answer.value !== null) return answer.value;
  } finally {
    done();
  }
  const parts = sources.filter(({ title }) => isNamed(title, file));
  if (parts.length === 0) {
    const titles = [...new Set(sources.map(({ title }) => `“${title}”`))].slice(0, 50);
    return `There is no source “${file}”. The sources are: ${titles.join(', ')}.`;
  }
  const text = parts.map((part) => `(${part.location ?? 'start'})\n${part.text}`).join('\n\n');
  return cutRange(file, text, range);
}

function cutRange(title: string, text: string, { from, length }: AskedRange): SourceRange {
  return { title, text: text.slice(from, from + length), totalLength: text.length };
}

async function findEntryByNumber(
  { database }: EngineServices,
  client: CallClient,
  number: number,
): Promise<string | null> {
  const entryId = await findEntryId(database, client, number);
  if (entryId === null) return null;
  const entry = await readEntry(database, client, entryId);
  const { kind, source, output } = entry;
  if (kind === 'passage') return describeEntry({ ...entry, words: source, place: output });
  const printed = output === '' ? '' : `\nOutput:\n${output}`;
  return `${describeEntry({ ...entry, words: '', place: '' })}\nSource:\n${source}${printed}`;
}

/** Records a cell of an entry as a fact. */
export async function recordNamedFact(
  { database }: EngineServices,
  client: CallClient,
  call: ToolCall,
): Promise<ExecutedCall> {
  const { id = '', label = '', unit = null, period = null } = call.input;
  const { entryId = '', row = 0, column = '' } = call.input;
  const cell = { id, label, unit, period, entryId, row, column };
  const fact = await recordFact(database, client, cell);
  if ('refused' in fact) return refuseCall(call, fact.refused);
  const description = `${fact.label} = ${fact.value}${fact.unit === null ? '' : ` ${fact.unit}`}`;
  return {
    result: {
      callId: call.id,
      kind: 'text',
      label: 'fact',
      text: `Recorded ${id}: ${description}`,
    },
    code: 'workspace_changed',
    message: `recorded the fact ${id}: ${description}`,
  };
}

/** Records words of a source as an entry, if they stand in its whole text. */
export async function notePassage(
  services: EngineServices,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const { file = '', words = '', place = null } = call.input;
  const { signal, done } = services.inFlight.begin(client);
  try {
    const quote = { title: file, place, words };
    const searching = services.material.findQuotedPassages(client, [quote]);
    const answer = await askMaterial(searching, sourceLimits, signal);
    if ('failure' in answer) return refuseCall(call, answer.failure);
    const [passage] = answer.value;
    if (!passage) {
      const reason = `These words do not stand in “${file}”. Copy them from what read_source or search_sources returns.`;
      return refuseCall(call, reason);
    }
    const entry = await recordEntry(services.database, client, {
      id: toolCallId('n', client, ordinal),
      kind: 'passage',
      title: passage.title.slice(0, notebookLimits.title).toWellFormed(),
      finding: '',
      source: words,
      inputs: [{ kind: 'text', name: passage.title, content: passage.text }],
      tables: [],
      output: passage.location ?? '',
      durationMs: null,
      facts: [],
    });
    const receipt = `Recorded as passage p${entry.number}, entry id ${entry.id}, of ${passage.title}.`;
    return {
      result: { callId: call.id, kind: 'text', label: 'passage', text: receipt },
      code: 'workspace_changed',
      message: `noted a passage of ${passage.title}`,
      entryId: entry.id,
    };
  } finally {
    done();
  }
}

/**
 * Stores the answer, if it names facts and tasks that are there. The step of its run is the key of
 * the call without its turn.
 */
export async function submitAnswer(
  { database }: EngineServices,
  client: CallClient,
  { objections }: Pick<ToolMaterial, 'objections'>,
  call: ToolCall,
): Promise<ExecutedCall> {
  const { submission } = call.input;
  if (!submission) return refuseCall(call, 'The answer is missing.');
  const refusal =
    refuseSettlement(objections, submission) ??
    (await refuseSubmission(database, client, submission));
  if (refusal !== null) return refuseCall(call, refusal);
  const [step = ''] = client.callKey.split(':');
  const content = toAnswerContent(submission, objections);
  const status = step === analysisStep ? 'draft' : 'challenged';
  const answer = await saveAnswer(database, client, content, {
    runId: client.runId,
    step,
    status,
  });
  return {
    result: { callId: call.id, kind: 'text', label: 'answer', text: 'The answer is stored.' },
    code: 'workspace_changed',
    message: `submitted the answer, version ${answer.version}`,
  };
}

/** Returns why an answer leaves objections open, as a sentence for the model; null if it does not. */
function refuseSettlement(
  objections: readonly RaisedObjection[],
  { objections: settlements = [] }: AnswerSubmission,
): string | null {
  const settledIds = new Set(settlements.map(({ id }) => id));
  const openIds = objections.flatMap((_, index) => {
    const id = objectionId(index);
    return settledIds.has(id) ? [] : id;
  });
  if (openIds.length === 0) return null;
  return `The objections ${openIds.join(', ')} are not settled. Accept or refuse each with a reason.`;
}

/** Hands over a challenger's objections, which are stored with the turn. */
export function submitObjections(call: ToolCall): ExecutedCall {
  const count = call.input.objections?.length ?? 0;
  const description = `${count} objection${count === 1 ? '' : 's'}`;
  return {
    result: {
      callId: call.id,
      kind: 'text',
      label: 'objections',
      text: `Received ${description}.`,
    },
    code: 'workspace_changed',
    message: `made ${description} to the answer`,
  };
}

/** Limits the ids that a refusal names. */
const namedIds = 40;

async function refuseSubmission(
  database: EngineServices['database'],
  client: CallClient,
  { claims = [], division = [] }: AnswerSubmission,
): Promise<string | null> {
  const facts = await listFacts(database, client);
  const factIds = new Set(facts.map(({ id }) => id));
  const citedIds = claims.flatMap((claim) => claim.facts);
  const missing = citedIds.filter((id) => !factIds.has(id));
  if (missing.length > 0) {
    const available = [...factIds].slice(0, namedIds).join(', ') || 'none';
    return `No fact has the id ${missing.slice(0, namedIds).join(', ')}. Record it first, or name another. The facts are: ${available}.`;
  }
  const { tasks } = await readRun(database, client);
  const taskIds = new Set((tasks ?? []).map(({ id }) => id));
  const dividedIds = division.map(({ taskId }) => taskId);
  const unknownTasks = dividedIds.filter((id) => !taskIds.has(id));
  if (unknownTasks.length === 0) return null;
  return `The division names no document of this run: ${unknownTasks.join(', ')}. The ids are: ${[...taskIds].join(', ')}.`;
}
