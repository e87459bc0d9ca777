import { type ChatRequest, messageText } from './fake-llm-wire.ts';

/** The shape that a request asks for. */
export interface AskedSchema {
  /** Null if the schema stands in the prompt. */
  name: string | null;
  schema: unknown;
}

/** The end of the line after which a prompt holds its schema. */
const introduction = 'fits this JSON Schema:';

/** Returns the schema that a request asks for, from `response_format` or the last one in its prompt, or null. */
export function readAskedSchema(request: ChatRequest): AskedSchema | null {
  const format = request.response_format;
  if (format?.type === 'json_schema') {
    return { name: format.json_schema?.name ?? null, schema: format.json_schema?.schema };
  }
  const found = findSchema(messageText(request, ['system', 'developer', 'user']));
  return found === null ? null : { name: null, schema: found.schema };
}

/** Returns whether a request wants JSON. */
export function asksForJson(request: ChatRequest): boolean {
  return request.response_format?.type === 'json_object' || readAskedSchema(request) !== null;
}

/** Returns a prompt without its last schema, which is no material. */
export function textWithoutSchema(text: string): string {
  const found = findSchema(text);
  return found === null ? text : text.slice(0, found.start) + text.slice(found.end);
}

/** Finds the last schema of a text, with the place of its introduction and its end. */
function findSchema(text: string): { schema: unknown; start: number; end: number } | null {
  const at = text.lastIndexOf(introduction);
  const open = at === -1 ? -1 : text.indexOf('{', at);
  const end = open === -1 ? -1 : endOfObject(text, open);
  if (end === -1) return null;
  try {
    return { schema: JSON.parse(text.slice(open, end)), start: text.lastIndexOf('\n', at) + 1, end };
  } catch {
    // Braces that hold no JSON are prose.
    return null;
  }
}

/** Returns the index behind the brace that closes the one at `open`, or -1. */
function endOfObject(text: string, open: number): number {
  let depth = 0;
  let inString = false;
  for (let at = open; at < text.length; at += 1) {
    const mark = text[at];
    if (inString && mark === '\\') at += 1;
    else if (mark === '"') inString = !inString;
    else if (!inString && mark === '{') depth += 1;
    else if (!inString && mark === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}
