import type { ChatRequest, ScriptedAnswer } from './fake-llm-wire.ts';

/** Whose turn a call is: a role of the phases of a run, or the purpose of its schema. */
export type TeamRole = 'lead' | 'settling lead' | 'challenger' | 'author' | string;

/** Tells whose turn a call is by its tools and its words. */
export function roleOf(body: ChatRequest): TeamRole {
  const isSettling = promptOf(body).includes('Settle each objection');
  if (offersTool(body, 'submit_answer')) return isSettling ? 'settling lead' : 'lead';
  if (offersTool(body, 'submit_objections')) return 'challenger';
  if (promptOf(body).includes('You are the author.')) return 'author';
  return body.response_format?.json_schema?.name ?? 'text';
}

/** Returns the whole text of a call. */
export const promptOf = ({ messages }: ChatRequest): string => JSON.stringify(messages);

/** Counts the turns of a model so far. */
export const countTurns = ({ messages }: ChatRequest): number =>
  messages.filter(({ role }) => role === 'assistant').length;

/** Makes the answer that calls one tool. */
export const callTool = (name: string, input: object) => ({
  toolCalls: [{ name, arguments: JSON.stringify(input) }],
});

const offersTool = ({ tools = [] }: ChatRequest, name: string): boolean =>
  tools.some((tool) => tool.function.name === name);

/** What a fake team does in a run. */
export interface TeamScript {
  /** The calls of the lead before the answer, one a turn. */
  analysis: readonly ((body: ChatRequest) => ScriptedAnswer)[];
  /** The input of `submit_answer`. */
  answer: object;
  /** The objections of the challenger, all of which the lead refuses. */
  objections: readonly { text: string; evidence: string }[];
  /** The document of an author's call. */
  write(body: ChatRequest): string;
}

/**
 * Plays the roles of a run by phases. Editor and reader change nothing; what is no role is left to
 * the built-in writer.
 */
export function playTeam(script: TeamScript, body: ChatRequest): ScriptedAnswer {
  const { analysis, answer, objections, write } = script;
  switch (roleOf(body)) {
    case 'lead':
      return analysis[countTurns(body)]?.(body) ?? callTool('submit_answer', answer);
    case 'challenger':
      return callTool('submit_objections', { objections, confirmations: [] });
    case 'settling lead': {
      const settlements = objections.map((_, index) => ({
        id: `o${index + 1}`,
        status: 'refused',
        reason: 'It changes nothing.',
      }));
      return callTool('submit_answer', { ...answer, objections: settlements });
    }
    case 'author':
      return write(body);
    case 'edit':
      return JSON.stringify({ replacements: [] });
    case 'anchor':
      return JSON.stringify({ anchors: [] });
    default:
      return null;
  }
}
