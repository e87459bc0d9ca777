import { type ChatRequest, messageText } from '@ecp/testing/fake-llm/fake-llm-wire';

/** What a call is about: one turn of a call for a purpose of a task. */
export interface CallPlace {
  /** The name of the schema. A text has none: it is a `draft`, and each further one of its task a revision. */
  purpose: string;
  /** Null for a call that names no task: the plan and the judge. */
  taskName: string | null;
  /** From 1: a model that asks for tools gets their results in the next turn. */
  turn: number;
}

/** A question that a judge is asked. */
export interface AskedQuestion {
  number: number;
  ask: 'carried' | 'own';
  statement: string;
  /** The figures asked about, as the prompt lists them. Empty for the whole statement. */
  figures: string;
}

/** What a tool has returned: the id of the record that it made, or why it was refused. */
export interface ToolOutcome {
  id: string | null;
  refused: string | null;
}

/** Reads the purpose, the task and the turn of a call. `taskNames` are the tasks that it may be about. */
export function readPlace(request: ChatRequest, taskNames: readonly string[]): CallPlace {
  const purpose = request.response_format?.json_schema?.name ?? 'draft';
  const turn = request.messages.filter(({ role }) => role === 'assistant').length + 1;
  if (purpose === 'plan') return { purpose, taskName: null, turn };
  const lines = new Set(messageText(request, ['user']).split('\n'));
  return { purpose, taskName: taskNames.find((name) => lines.has(`Task: ${name}`)) ?? null, turn };
}

/** Reads the marker that encloses the material of a run. All calls of a run have the same. */
export function readFence(request: ChatRequest): string | null {
  return /\[\[(\w+) BEGIN/.exec(messageText(request, ['system', 'user']))?.[1] ?? null;
}

const question =
  /^Question (\d+)\. (Carried|Own)\.\n\[\[\w+ BEGIN question \d+\]\]\nStatement: ([\s\S]*?)\n(?:\n(?:Figures asked about: (.*)|Doubts:|Plea:|Passage of)|\[\[\w+ END)/gm;

/** Reads the questions of a call to a judge, in their order. */
export function readQuestions(request: ChatRequest): AskedQuestion[] {
  return [...messageText(request, ['user']).matchAll(question)].map(
    ([, number, kind, statement = '', figures = '']) => {
      return { number: Number(number), ask: kind === 'Own' ? 'own' : 'carried', statement, figures };
    },
  );
}

/** Reads the sentences that a call for a repair shows, in the order of their numbers. */
export function readFailures(request: ChatRequest): string[] {
  const shown = /^The sentence: ([\s\S]*?)\n(?:After it: |Its footnotes:|What is wrong:)/gm;
  return [...messageText(request, ['user']).matchAll(shown)].map(([, sentence = '']) => sentence);
}

/** Reads what the tools of the turn before have returned, in the order of their calls. */
export function readOutcomes({ messages }: ChatRequest): ToolOutcome[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(last + 1).flatMap(({ role, content }) => {
    if (role !== 'tool' || typeof content !== 'string') return [];
    const refused = /^Refused: (.*)/.exec(content)?.[1] ?? null;
    const id =
      refused === null ? (/\b(?:Query|Answer|Question) ([qa][0-9a-z]{13})\b/.exec(content)?.[1] ?? null) : null;
    return { id, refused };
  });
}
