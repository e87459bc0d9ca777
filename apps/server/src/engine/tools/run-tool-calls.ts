import type { StepKind } from '@ecp/contract/values/run-facts';
import { evaluateExpression, settleNumbers } from '@ecp/evidence/evaluate-expression';
import { describeResult, describeTable } from '../agents/prompts/found-material.ts';
import { listSections } from '../agents/prompts/prompt-sections.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient, ToolMaterial } from '../call/model-call.ts';
import { defaultHits, type ToolCall, type ToolResult, type ToolTurn } from '../call/tool-types.ts';
import { searchSources } from '../context/search-sources.ts';
import { emitEvent } from '../kernel/events.ts';
import { noteConflict } from './note-conflict.ts';
import { queryTables } from './queries.ts';
import { runQuestionCall } from './questions.ts';
import { runPageReading, runWebSearch } from './research.ts';
import { runCode } from './run-code.ts';
import { type ExecutedCall, refuseCall, toolCallId } from './tool-results.ts';
import {
  notePassage,
  readSource,
  recordNamedFact,
  submitAnswer,
  submitObjections,
} from './workspace.ts';

/** Limits the passages of all searches of one turn, and the least that each search gets. */
const hitsPerTurn = 12;
const minHits = 2;

type Material = Pick<
  ToolMaterial,
  'sources' | 'read' | 'documents' | 'tables' | 'language' | 'objections'
>;

interface ExecutedTurn {
  /** One result for each tool call, in their order. */
  results: ToolResult[];
  /** The ids of the queries, pages and questions that the results show. */
  findings: string[];
}

/**
 * Executes the tool calls of a recorded turn, logged once. A repetition is safe, because it asks
 * the platform nothing twice.
 */
export async function runToolCalls(
  services: EngineServices,
  client: CallClient,
  material: Material,
  turn: ToolTurn,
): Promise<ExecutedTurn> {
  const searches = turn.toolCalls.filter(
    ({ name, refusal }) => refusal === null && name === 'search_context',
  ).length;
  const share = Math.max(minHits, Math.floor(hitsPerTurn / Math.max(1, searches)));
  const executed: ExecutedCall[] = [];
  for (const [at, call] of turn.toolCalls.entries()) {
    const done = await execute(services, client, material, { call, share, ordinal: at + 1 });
    executed.push(done);
    const agent = services.roster.find(client.agentSlug)?.name ?? client.agentSlug;
    await emitEvent(services, client, `search:${client.callKey}:${at + 1}`, {
      type: 'log',
      level: done.result.kind === 'refusal' ? 'warning' : 'info',
      code: done.code,
      agent: client.agentSlug,
      taskId: client.taskId,
      message: `${agent} ${done.message}`,
    });
    await tellStep(services, client, call, { number: at + 1, done });
  }
  return {
    results: executed.map(({ result }) => result),
    findings: executed.flatMap(({ findingId }) => findingId ?? []),
  };
}

const stepKindOf: Partial<Record<string, StepKind>> = {
  read_source: 'read',
  search_sources: 'search',
  run_query: 'query',
  run_code: 'code',
  note_passage: 'passage',
  note_conflict: 'conflict',
  ask_question: 'question',
  web_search: 'search',
  read_page: 'page',
  submit_answer: 'answer',
  submit_objections: 'objection',
};

/** Tells people of a step of a phase, once. A refused call is none. */
async function tellStep(
  services: EngineServices,
  { phase, taskId, agentSlug: agent, ...client }: CallClient,
  { name }: ToolCall,
  { number, done }: { number: number; done: ExecutedCall },
): Promise<void> {
  if (phase === undefined || done.result.kind === 'refusal') return;
  const { message, entryId = null } = done;
  await emitEvent(services, client, `step:${client.callKey}:${number}`, {
    type: 'step',
    taskId,
    phase,
    agent,
    kind: stepKindOf[name] ?? 'note',
    text: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`,
    entryId,
  });
}

/** A tool call with its place in the turn, from 1, and the passages that it may return. */
interface Asked {
  call: ToolCall;
  share: number;
  ordinal: number;
}

async function execute(
  services: EngineServices,
  client: CallClient,
  material: Material,
  { call, share, ordinal }: Asked,
): Promise<ExecutedCall> {
  if (call.refusal !== null) return refuseCall(call, call.refusal);
  switch (call.name) {
    case 'read_document':
      return readSection(call, material);
    case 'describe_tables':
      return describe(call, material);
    case 'calculate':
      return calculate(call, material);
    case 'read_source':
      return readSource(services, client, material, call);
    case 'run_code':
      return runCode(services, client, call, ordinal);
    case 'record_fact':
      return recordNamedFact(services, client, call);
    case 'note_passage':
      return notePassage(services, client, call, ordinal);
    case 'submit_answer':
      return submitAnswer(services, client, material, call);
    case 'submit_objections':
      return submitObjections(call);
    case 'run_query':
    case 'query_tables':
      return query(services, client, material, call, ordinal);
    case 'ask_question':
      return runQuestionCall(services, client, call, ordinal);
    case 'note_conflict':
      return noteConflict(services, client, material, call);
    case 'web_search':
      return runWebSearch(services, client, call, ordinal);
    case 'read_page':
      return runPageReading(services, client, call, ordinal);
    default:
      return search(services, client, material, call, share);
  }
}

function readSection({ id, input }: ToolCall, { sources, documents }: Material): ExecutedCall {
  const { file = '', section = 0 } = input;
  const found = findSection(documents, file, section);
  const hits = found ? [{ ...found, source: sources.length + found.document }] : [];
  const message = `${found ? 'read' : 'did not find'} section ${section} of ${file}`;
  return { result: { callId: id, kind: 'passages', hits }, code: 'sources_searched', message };
}

function describe(call: ToolCall, { tables }: Material): ExecutedCall {
  const { name } = call.input;
  const asked = name === undefined ? tables : tables.filter((table) => table.name === name);
  if (asked.length === 0) {
    const names = tables.map((table) => `"${table.name}"`).join(', ');
    return refuseCall(call, `There is no table "${name ?? ''}". The tables are: ${names}.`);
  }
  const result = {
    callId: call.id,
    kind: 'text' as const,
    label: 'tables',
    text: asked.map(describeTable).join('\n\n'),
  };
  const message = `read the description of ${asked.length} table${asked.length === 1 ? '' : 's'}`;
  return { result, code: 'sources_searched', message };
}

async function query(
  services: EngineServices,
  client: CallClient,
  { tables }: Material,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const { sql = '', title = '', finding } = call.input;
  const outcome = await queryTables(services, client, {
    id: toolCallId('q', client, ordinal),
    sql,
    title,
    ...(finding !== undefined && { finding }),
  });
  if ('refused' in outcome) return refuseCall(call, outcome.refused);
  const { id, rows, truncated } = outcome.query;
  const isEntry = call.name === 'run_query';
  const label = isEntry ? `result of entry ${id}` : `result of Query ${id}`;
  // The conversation has the statement in the call.
  const result = describeResult(outcome.query, 'none');
  // What an entry shows is cited by facts.
  const before = result.before.filter((line) => !(isEntry && line.startsWith('Cite as: ')));
  const described = { ...result, before };
  const after = [...described.after, ...tellAliases(sql, tables)];
  const told = `${rows.length}${truncated ? ' and more' : ''} row${rows.length === 1 && !truncated ? '' : 's'}`;
  return {
    result: { callId: call.id, kind: 'rows', label, ...described, after },
    code: 'tables_queried',
    message: `queried the tables for "${title}": ${told} (${isEntry ? 'entry' : 'Query'} ${id})`,
    findingId: id,
    entryId: id,
  };
}

const alias = /\bas\s+(?:"([^"]+)"|([\p{L}_][\p{L}\p{N}_]*))/giu;

/** Warns of aliases that name a column: the database then groups and sorts by the column. */
export function tellAliases(sql: string, tables: Material['tables']): string[] {
  const names = new Map(
    tables.flatMap(({ columns }) => columns.map(({ name }) => [name.toLowerCase(), name] as const)),
  );
  const told = [...sql.matchAll(alias)].flatMap((match) => {
    const given = match[1] ?? match[2] ?? '';
    const column = names.get(given.toLowerCase());
    const before = sql.slice(0, match.index).trimEnd().toLowerCase();
    const isItself =
      before.endsWith(`"${given.toLowerCase()}"`) ||
      new RegExp(`(^|[\\s,.])${escapeRegExp(given.toLowerCase())}$`, 'u').test(before);
    return column === undefined || isItself ? [] : [`"${given}" (column "${column}")`];
  });
  if (told.length === 0) return [];
  return [
    `(An alias has the name of a column, case aside: ${[...new Set(told)].join(', ')}. In where, group by and order by the database takes the column. Name the alias otherwise if you mean the expression.)`,
  ];
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function search(
  services: EngineServices,
  client: CallClient,
  { sources }: Material,
  { id, input }: ToolCall,
  share: number,
): Promise<ExecutedCall> {
  const { query: words = '', limit = defaultHits } = input;
  const asked = { query: words, limit: Math.min(limit, share) };
  const { hits, semantic } = await searchSources(services, client, sources, asked);
  const found = new Set(hits.map(({ source }) => source)).size;
  const message = `searched the sources${semantic ? ' by words and meaning' : ''} for "${words}": ${count(hits.length, found)}`;
  return { result: { callId: id, kind: 'passages', hits }, code: 'sources_searched', message };
}

function count(passages: number, sources: number): string {
  if (passages === 0) return 'nothing found';
  return `${passages} passage${passages === 1 ? '' : 's'} in ${sources} source${sources === 1 ? '' : 's'}`;
}

/**
 * Evaluates named expressions in order, each with its footnote. Steps that use a failed step fail
 * too.
 */
export function calculate(
  call: ToolCall,
  { language, sources, read }: Pick<Material, 'language' | 'sources' | 'read'>,
): ExecutedCall {
  const { title = '', steps = [] } = call.input;
  const known = new Map<string, string>();
  const lines: string[] = [];
  const failures: string[] = [];
  for (const { name, expression } of steps) {
    const numbers = settleNumbers(expression, language, [...sources, ...read]);
    const { written, used } = insertResults(
      'error' in numbers ? expression : numbers.settled,
      known,
    );
    const unknown = stepName.exec(written)?.[0];
    const result =
      'error' in numbers
        ? numbers
        : unknown === undefined
          ? evaluateExpression(written, language)
          : { error: `${unknown} is no earlier step` };
    if ('error' in result) {
      failures.push(name);
      lines.push(`${name}: no result, ${result.error}`);
      continue;
    }
    known.set(name.toLowerCase(), result.shown);
    const notes = [
      '<footnotes of its numbers>',
      ...used.map((earlier) => `<footnote of ${earlier}>`),
    ];
    lines.push(
      `${name} = ${result.shown}`,
      `  Cite as: [^n]: = ${written} = ${result.shown}; ${notes.join(', ')}`,
    );
  }
  if (failures.length === steps.length) return refuseCall(call, lines.join('\n'));
  const message = `calculated "${title}": ${steps.length - failures.length} of ${steps.length} steps`;
  const text = [`Title: ${title}`, ...lines].join('\n');
  return {
    result: { callId: call.id, kind: 'text', label: 'calculation', text },
    code: 'calculated',
    message,
  };
}

/** An underscore distinguishes a step's name from units and functions. */
const stepName = /[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+/;

function insertResults(
  expression: string,
  known: ReadonlyMap<string, string>,
): { written: string; used: string[] } {
  const used = new Set<string>();
  const written = expression.replaceAll(new RegExp(stepName, 'g'), (word) => {
    const value = known.get(word.toLowerCase());
    if (value === undefined) return word;
    used.add(word);
    return /^[-−–]/.test(value) ? `(${value})` : value;
  });
  return { written, used: [...used] };
}

/**
 * Finds a section by its document's file name and its number in the outline, from 1. Returns null
 * if there is none.
 */
function findSection(
  documents: ToolMaterial['documents'],
  file: string,
  section: number,
): { document: number; position: number; length: number } | null {
  const document = documents.findIndex(
    ({ filename }) => filename.toLowerCase() === file.trim().toLowerCase(),
  );
  const content = documents[document]?.content;
  const found = content === undefined ? undefined : listSections(content)[section - 1];
  if (content === undefined || !found) return null;
  return { document, position: content.indexOf(found.text), length: found.text.length };
}
