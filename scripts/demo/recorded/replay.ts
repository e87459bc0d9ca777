import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import { DemoError, exitCodes, type Product, startProduct } from '../product.ts';
import { type Example, say } from '../run-engagement.ts';
import {
  type AskedQuestion,
  describePlace,
  type RecordedAnswer,
  type RecordedPlace,
  type Recordings,
  readFailures,
  readOutcomes,
  readPlace,
  readQuestions,
  readRecordings,
} from './recordings.ts';

/** The options of a recorded demo. `run` does the main job on a product. */
interface RecordedDemo {
  folder: string;
  slow: boolean;
  root: string;
  dataDirectory: string;
  example: Example;
  run(product: Product, example: Example, remark: string): Promise<void>;
}

/**
 * The showcase says of itself that no model wrote it. The documents say the same below their
 * titles.
 */
const disclosure =
  'Written by hand to show the form: the engine is real, its model is a recording.';

/**
 * Runs an example on a product of its own, whose only model replays the recorded answers. The brief
 * is sent without its tasks, because their plan is recorded, too. Throws a DemoError when a call
 * has no recording.
 */
export async function runRecorded(demo: RecordedDemo, signal: AbortSignal): Promise<void> {
  const recordings = await readRecordings(join(demo.folder, 'recorded'));
  const server = await startReplayServer(recordings, demo);
  try {
    const folder = demo.dataDirectory;
    const settings = await replaySettings(server.baseUrl, { folder, environment: process.env });
    const product = await startProduct(demo.root, folder, signal, settings);
    try {
      say(disclosure, 'bold');
      await demo.run(product, withoutTasks(demo.example), ' (started for this demo)');
      say(disclosure, 'bold');
    } finally {
      await product.stop();
    }
  } finally {
    await server.close();
  }
  const [missing] = server.missing;
  if (missing !== undefined) throw new DemoError(missing, exitCodes.runFailed);
}

/** Returns an example with which the engine plans the tasks itself. */
function withoutTasks({ engagement, attachments }: Example): Example {
  const { tasks: _planned, ...brief } = engagement;
  return { engagement: brief, attachments };
}

/**
 * The id of the model that replays the recorded answers. Logs and reports show it, so it says what
 * the model is.
 */
export const recordedModelId = 'written-by-hand';
/** The id of the model that replays the recorded answers of a judge. */
const recordedJudgeId = 'recorded-judge';

/** A model server that answers with recordings. */
export interface ReplayServer {
  /** Address for OPENAI_COMPATIBLE_BASE_URL. */
  baseUrl: string;
  /** A sentence for each call that had no recording. Such a call gets a 400. */
  missing: readonly string[];
  /** The number of questions that the recorded judge has answered. */
  readonly judged: number;
  /** The questions to the judge without a recorded answer. They get none. */
  unjudged: readonly AskedQuestion[];
  calls: FakeLlmServer['meter']['calls'];
  /** Lists the recorded answers that no call has asked for. */
  listUnused(): string[];
  /** Writes the ids of records in a text of this run as the recording has them. */
  toRecorded(text: string): string;
  close(): Promise<void>;
}

type ChatRequest = Parameters<Parameters<FakeLlmServer['respondWith']>[0]>[0];
type ScriptedAnswer = ReturnType<Parameters<FakeLlmServer['respondWith']>[0]>;

/**
 * The pace of slow answers: time between pieces, time of a whole document, delay before the first
 * piece.
 */
const slowMs = { every: 60, draft: 12_000, thought: 800 };

/** The id of a record that a tool call makes. */
const recordId = /\b[qa][0-9a-z]{13}\b/g;

/**
 * Starts a server that speaks OpenAI's protocol and answers each call with the recording for its
 * task, purpose and turn. The engine gives the records of tool calls other ids in each run: the
 * answers name those of this run.
 * @param options `slow`: documents arrive over seconds, so that one sees them being written
 */
export async function startReplayServer(
  recordings: Recordings,
  options: { slow: boolean },
): Promise<ReplayServer> {
  const server = await startFakeLlmServer({
    models: recordings.judged.length > 0 ? [recordedModelId, recordedJudgeId] : [recordedModelId],
    prices: { inputPerMillion: 0, outputPerMillion: 0 },
  });
  const missing: string[] = [];
  const unjudged: AskedQuestion[] = [];
  let judged = 0;
  const used = new Set<string>();
  const begun = new Map<string, number>();
  const [newIds, oldIds] = [new Map<string, string>(), new Map<string, string>()];
  /** The answers to the calls that have arrived, until they are sent. */
  const answers = new WeakMap<ChatRequest, RecordedAnswer>();

  const placeOf = (request: ChatRequest): RecordedPlace => {
    const place = readPlace(request, recordings.taskNames);
    const about = JSON.stringify([place.purpose, place.taskName]);
    const call = (begun.get(about) ?? 0) + (place.turn === 1 ? 1 : 0);
    begun.set(about, call);
    return { ...place, call };
  };
  const learnIds = (request: ChatRequest, place: RecordedPlace) => {
    if (place.turn === 1) return;
    const before = recordings.answers.get(describePlace({ ...place, turn: place.turn - 1 }));
    for (const [at, { id }] of readOutcomes(request).entries()) {
      const recorded = before?.toolCalls[at]?.id;
      if (id === null || recorded === undefined) continue;
      newIds.set(recorded, id);
      oldIds.set(id, recorded);
    }
  };
  const find = (request: ChatRequest): { place: string; answer: RecordedAnswer | undefined } => {
    const place = placeOf(request);
    if (place.purpose === 'judge') {
      const given = answerQuestions(request, recordings.judged, unjudged);
      judged += given.length;
      return {
        place: 'judge',
        answer: { text: JSON.stringify({ answers: given }), toolCalls: [] },
      };
    }
    learnIds(request, place);
    const key = describePlace(place);
    used.add(key);
    const answer = recordings.answers.get(key);
    return { place: key, answer: answer && fitAnswer(request, place.purpose, answer) };
  };

  server.failWhen((request) => {
    const { place, answer } = find(request);
    if (!answer) {
      const message = `There is no recorded answer to a call for ${place}.`;
      missing.push(message);
      return { kind: 'bad_request', message };
    }
    answers.set(request, answer);
    if (!options.slow) return null;
    const slow = { everyMs: slowMs.every, forMs: slowMs.draft, sends: 'chunks' } as const;
    const isDraft = request.response_format?.json_schema === undefined;
    return { latencyMs: slowMs.thought, ...(isDraft && { slow }) };
  });
  const translate = (text: string, ids: ReadonlyMap<string, string>) =>
    text.replace(recordId, (id) => ids.get(id) ?? id);
  server.respondWith((request): ScriptedAnswer => {
    const answer = answers.get(request);
    if (!answer) return null;
    if (answer.toolCalls.length === 0) return translate(answer.text, newIds);
    const toolCalls = answer.toolCalls.map(({ name, arguments: given }) => {
      return { name, arguments: translate(JSON.stringify(given), newIds) };
    });
    return { toolCalls };
  });
  return {
    baseUrl: server.baseUrl,
    missing,
    unjudged,
    calls: server.meter.calls,
    get judged() {
      return judged;
    },
    listUnused: () => [...recordings.answers.keys()].filter((place) => !used.has(place)),
    toRecorded: (text) => translate(text, oldIds),
    close: () => server.close(),
  };
}

/**
 * Answers the questions of a call as the recorded judge did: the same question, else the same
 * statement.
 */
function answerQuestions(
  request: ChatRequest,
  judged: Recordings['judged'],
  unjudged: AskedQuestion[],
) {
  const answers = readQuestions(request).flatMap((asked) => {
    const alike = judged.filter(
      ({ statement, ask }) => statement === asked.statement && ask === asked.ask,
    );
    const found = alike.findLast(({ figures }) => figures === asked.figures) ?? alike.at(-1);
    if (!found) unjudged.push(asked);
    return found ? [{ question: asked.number, reason: found.reason, holds: found.holds }] : [];
  });
  return answers;
}

/**
 * Fits a recorded answer to what the call asks: the numbers of its sentences, the criteria of its
 * rubric.
 */
function fitAnswer(
  request: ChatRequest,
  purpose: string,
  recorded: RecordedAnswer,
): RecordedAnswer {
  if (recorded.toolCalls.length > 0) return recorded;
  if (purpose === 'repair') return numberMends(request, recorded);
  return purpose === 'evaluate' ? fitMarks(request, recorded) : recorded;
}

interface RecordedMarks {
  criteria: Record<string, unknown>;
}

/** A criterion that the rubric has got since gets the recorded mark of another one. */
function fitMarks(request: ChatRequest, recorded: RecordedAnswer): RecordedAnswer {
  const schema = request.response_format?.json_schema?.schema as
    | { properties?: { criteria?: { properties?: Record<string, unknown> } } }
    | undefined;
  const asked = Object.keys(schema?.properties?.criteria?.properties ?? {});
  const answer = JSON.parse(recorded.text) as RecordedMarks;
  const [other] = Object.values(answer.criteria);
  if (asked.every((id) => id in answer.criteria)) return recorded;
  const criteria = Object.fromEntries(asked.map((id) => [id, answer.criteria[id] ?? other]));
  return { text: JSON.stringify({ ...answer, criteria }), toolCalls: [] };
}

interface RecordedMends {
  answers: { of?: string; failure?: number }[];
}

/**
 * Gives the recorded mends the numbers that their sentences have in the call. Others are left out.
 */
function numberMends(request: ChatRequest, recorded: RecordedAnswer): RecordedAnswer {
  const failures = readFailures(request);
  const { answers } = JSON.parse(recorded.text) as RecordedMends;
  const numbered = answers.flatMap(({ of, ...mend }) => {
    const at = of === undefined ? -1 : failures.indexOf(of);
    return at === -1 ? [] : [{ ...mend, failure: at + 1 }];
  });
  return { text: JSON.stringify({ answers: numbered }), toolCalls: [] };
}

/**
 * Returns an environment in which the replay server is the only model, whatever providers the shell
 * has. Writes the catalogue for it to `folder`. The price is 0, because nothing is paid for a
 * recording.
 * @param settings `judges`: the recording has the answers of a judge, which is another model
 */
export async function replaySettings(
  baseUrl: string,
  {
    folder,
    environment,
    judges = false,
  }: { folder: string; environment: NodeJS.ProcessEnv; judges?: boolean },
): Promise<NodeJS.ProcessEnv> {
  const path = join(folder, 'recorded-model-catalog.json');
  const price = { inputPerMillion: 0, outputPerMillion: 0 };
  const model = { id: recordedModelId, provider: 'openai-compatible', tier: 'premium', ...price };
  const judge = { ...model, id: recordedJudgeId, kind: 'judge' };
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify({ models: judges ? [model, judge] : [model] }));
  return {
    ...environment,
    OPENAI_COMPATIBLE_BASE_URL: baseUrl,
    OPENAI_COMPATIBLE_MODELS: judges ? `${recordedModelId},${recordedJudgeId}` : recordedModelId,
    MODEL_CATALOG: path,
    EMBEDDING_MODEL: 'off',
  };
}
