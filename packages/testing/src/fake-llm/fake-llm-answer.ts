import type { WrongShape } from './fake-llm-behaviour.ts';
import { type ChatRequest, messageText } from './fake-llm-wire.ts';

/**
 * Parts of a prompt from which the writer makes an answer, so that other prompts give other
 * answers.
 */
interface PromptFacts {
  title: string;
  /** Complete sentences of the material, in order. Never empty. */
  sentences: string[];
  /** How a footnote names the source of a sentence: by its `Title:` and `Location:`. */
  sourceOf: Map<string, string>;
  /** Texts of `Note <n>:` lines. */
  notes: string[];
  /** Words of `slug:` lines: the roster. */
  slugs: string[];
  pageOne: string[];
}

/**
 * Writes the fake's answer to a prompt, always the same: a value for its JSON schema, else
 * markdown.
 */
export function writeAnswer(request: ChatRequest, userText: string): string {
  const facts = readFacts(textWithoutSchema(userText));
  const asked = readAskedSchema(request);
  if (asked !== null) return JSON.stringify(buildSchemaValue(asked.schema, facts));
  if (request.response_format?.type === 'json_object')
    return JSON.stringify({ title: facts.title, answer: facts.sentences[0] });
  return writeDocument(facts);
}

function readFacts(text: string): PromptFacts {
  const sourceOf = new Map<string, string>();
  const sentences = new Set<string>();
  for (const block of materialBlocks(text)) {
    const source = readSourceName(block);
    for (const sentence of readSentences(block)) {
      if (source !== null && !sentences.has(sentence)) sourceOf.set(sentence, source);
      sentences.add(sentence);
    }
  }
  const fallback = text.replace(/\s+/g, ' ').trim().slice(0, 200) || 'Nothing was asked.';
  const [title] = [/^Task: *(.+)$/gm, /^Engagement: *(.+)$/gm, /^Title: *(.+)$/gm].flatMap((line) =>
    readLines(text, line),
  );
  return {
    title: title ?? cleanSentence(fallback).split(' ').slice(0, 8).join(' '),
    sentences: sentences.size > 0 ? [...sentences] : [fallback],
    sourceOf,
    notes: readLines(text, /^Note \d+: *(.+)$/gm),
    slugs: readLines(text, /\bslug: *([a-z0-9-]+)/gim),
    pageOne: writePageOne(text),
  };
}

function readSourceName(block: string): string | null {
  const [sourceId] = readLines(block, /^Source id: *(\S+)/gm);
  if (sourceId === undefined) return null;
  const [title = sourceId] = readLines(block, /^Title: *(.+)$/gm);
  const [location = 'attached file'] = readLines(block, /^Location: *(.+)$/gm);
  return location === 'attached file' ? title : `${title}, ${location}`;
}

/** Returns the material of a prompt's sections, or the whole text if there are none. */
function materialBlocks(text: string): string[] {
  const sections = readSections(text);
  return sections.length > 0 ? sections.map((section) => section.text) : [text];
}

const headerLine =
  /^\s*(\[\[|#|(Engagement|Client|Brief|Task|Task done|Kind|File|From|Question|Source id|Title|Location|Text): ?|(Note|Issue) \d)/i;

function readSentences(block: string): string[] {
  return block
    .split('\n')
    .filter((line) => !headerLine.test(line))
    .flatMap((line) => line.replace(/^Description: /, '').split(/(?<=[.!?])\s+/))
    .map(cleanSentence)
    .filter((sentence) => sentence.length >= 30 && sentence.length <= 300);
}

function cleanSentence(sentence: string): string {
  return sentence
    .replace(/^[\s>*\-\d.]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function readLines(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => (match[1] ?? '').trim()))].filter(
    Boolean,
  );
}

/**
 * Writes the parts of a first page whose labels a prompt asks for, with a table as its exhibit;
 * none if it asks for none.
 */
export function writePageOne(prompt: string): string[] {
  const labels = readLines(prompt, /^- (\*\*[^*]{1,40}:\*\*) /gm);
  if (labels.length === 0) return [];
  const [source = 'Source'] = readLines(prompt, /stands a line “(.{1,20}): …”/g);
  const parts = labels.map((label, at) =>
    at === 2 ? `${label}\n\n- **1** one\n- **2** two\n- **3** three` : `${label} as said.`,
  );
  return [
    ...parts,
    '**One market leads**',
    '| Market | Place |\n| --- | --- |\n| Home | ahead |',
    `${source}: the files.`,
  ];
}

function writeDocument({ title, sentences, sourceOf, notes, pageOne }: PromptFacts): string {
  const points = sentences.slice(0, 12);
  const cited = points.filter((point) => sourceOf.has(point));
  const cite = (point: string) => (sourceOf.has(point) ? `[^${cited.indexOf(point) + 1}]` : '');
  const sections = [
    `# ${title}`,
    ...pageOne,
    `## Summary\n\n${points.slice(0, 3).join(' ')}`,
    `## Findings\n\n${points.map((point) => `- ${point}${cite(point)}`).join('\n')}`,
    `## Recommendations\n\n${points
      .slice(0, 4)
      .map((point, index) => `${index + 1}. Act on this first: ${point}`)
      .join('\n')}`,
    `## Open questions\n\n- Who decides on "${title}", and by when?`,
  ];
  if (notes.length > 0) {
    const answers = notes.map((note, index) => `${index + 1}. ${note} — done: see Findings.`);
    sections.push(`## Answers to the reviewer\n\n${answers.join('\n')}`);
  }
  const footnotes = cited.map(
    (point, index) => `[^${index + 1}]: ${sourceOf.get(point)}: “${point}”`,
  );
  if (footnotes.length > 0) sections.push(footnotes.join('\n'));
  return `${sections.join('\n\n')}\n`;
}

/** The JSON schema keywords that the builder supports. */
interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** The position of a value: the name of its property and its index in the nearest array. */
interface Place {
  name: string;
  index: number;
}

const itemCounts: Record<string, number> = {
  ask: 0,
  questions: 1,
  issues: 2,
  strengths: 2,
  tasks: 3,
};
const typicalScore = 82;

/**
 * Builds a value of a JSON schema without $ref and pattern, from words of the prompt, with distinct
 * ids in arrays.
 */
function buildSchemaValue(
  schema: unknown,
  facts: PromptFacts,
  place: Place = { name: '', index: 0 },
): unknown {
  const node: Schema = typeof schema === 'object' && schema !== null ? schema : {};
  if (node.const !== undefined) return node.const;
  if (node.enum !== undefined) return node.enum[place.index % node.enum.length];
  const choice = node.anyOf?.[0] ?? node.oneOf?.[0];
  if (choice !== undefined) return buildSchemaValue(choice, facts, place);
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case 'array':
      return buildArray(node, facts, place);
    case 'number':
    case 'integer':
      return buildNumber(node, facts, place);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return fitLength(buildText(place, facts), node);
    default:
      return Object.fromEntries(
        Object.entries(node.properties ?? {}).map(([name, property]) => [
          name,
          buildSchemaValue(property, facts, { name, index: place.index }),
        ]),
      );
  }
}

function buildArray(node: Schema, facts: PromptFacts, place: Place): unknown[] {
  if (place.name === 'dependsOn')
    return place.index < 2 ? [] : [itemId(0, facts), itemId(1, facts)];
  const wanted = itemCounts[place.name] ?? 2;
  const count = Math.min(
    Math.max(wanted, node.minItems ?? 0),
    node.maxItems ?? Number.POSITIVE_INFINITY,
  );
  return Array.from({ length: count }, (_, index) =>
    buildSchemaValue(node.items, facts, { name: place.name, index }),
  );
}

function buildNumber(node: Schema, facts: PromptFacts, { index }: Place): number {
  const spread = (facts.title.length + index * 3) % 5;
  const value = typicalScore - 2 + spread;
  return Math.min(Math.max(value, node.minimum ?? value), node.maximum ?? value);
}

function buildText({ name, index }: Place, facts: PromptFacts): string {
  const sentence = pick(facts.sentences, index) ?? facts.title;
  if (/^(id|key)$/i.test(name)) return itemId(index, facts);
  if (/slug|agent/i.test(name)) return pick(facts.slugs, index) ?? 'generalist';
  if (/^(name|title)$/i.test(name)) return firstWords(sentence, 6);
  if (/question/i.test(name)) return `What should we know before we write this: ${sentence}`;
  if (name === 'issue') return `Support this statement with a figure or a source: ${sentence}`;
  return sentence;
}

function itemId(index: number, facts: PromptFacts): string {
  const words = firstWords(pick(facts.sentences, index) ?? facts.title, 4);
  const slug = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${slug || 'item'}-${index + 1}`;
}

function pick(values: string[], index: number): string | undefined {
  return values[index % Math.max(1, values.length)];
}

function firstWords(text: string, count: number): string {
  return text
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, count)
    .join(' ');
}

function fitLength(text: string, { minLength = 0, maxLength }: Schema): string {
  return text.padEnd(minLength, '.').slice(0, maxLength);
}

/** The shape that a request asks for. */
interface AskedSchema {
  /** Null if the schema stands in the prompt. */
  name: string | null;
  schema: unknown;
}

/** The end of the line after which a prompt holds its schema. */
const introduction = 'fits this JSON Schema:';

/**
 * Returns the schema that a request asks for, from `response_format` or the last one in its prompt,
 * or null.
 */
export function readAskedSchema(request: ChatRequest): AskedSchema | null {
  const format = request.response_format;
  if (format?.type === 'json_schema') {
    return { name: format.json_schema?.name ?? null, schema: format.json_schema?.schema };
  }
  const found = findSchema(messageText(request, ['system', 'developer', 'user']));
  return found === null ? null : { name: null, schema: found.schema };
}

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
    return {
      schema: JSON.parse(text.slice(open, end)),
      start: text.lastIndexOf('\n', at) + 1,
      end,
    };
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

/**
 * The material of a prompt between a BEGIN line and the END line with the same marker and label.
 */
interface PromptSection {
  label: string;
  text: string;
}

const section = /^\[\[([0-9a-f]+) BEGIN (.+)\]\]\n([\s\S]*?)\n\[\[\1 END \2\]\]$/gm;

/** Returns the sections of a text in order. Markers inside a section belong to its material. */
export function readSections(text: string): PromptSection[] {
  return [...text.matchAll(section)].map(([, , label = '', material = '']) => ({
    label,
    text: material,
  }));
}

/**
 * Returns the labels of the sections in a request's prompt, such as `source 1`. Those in tool
 * results are left out.
 */
export function labelsOf(request: ChatRequest): Set<string> {
  return new Set(
    readSections(messageText(request, ['system', 'developer', 'user'])).map(({ label }) => label),
  );
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * Bends a JSON answer into wrong shapes. `schema` is what was asked for. Text that is not JSON
 * stays as it is.
 */
export function bendJson(text: string, shapes: WrongShape[], schema: unknown): string {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    // Scripted chatter has no shape.
    return text;
  }
  return JSON.stringify(shapes.reduce((bent, shape) => bend(bent, shape, schema), value));
}

function bend(value: Json, shape: WrongShape, schema: unknown): Json {
  switch (shape) {
    case 'agent_names':
      return mapAgents(value, nameOfSlug);
    case 'untidy_agent_names':
      return mapAgents(
        value,
        (slug) => ` ${nameOfSlug(slug).toUpperCase().replaceAll(' ', '  ')} `,
      );
    case 'surplus_items':
      return addItems(value, schema);
    case 'numbers_as_strings':
      return mapValues(value, (_name, item) => (typeof item === 'number' ? String(item) : item));
    case 'missing_field':
      return withoutField(value, schema);
    case 'extra_fields':
      return addFields(value);
    case 'array_at_top':
      return withoutObject(value);
  }
}

/** Names an agent as people do: `market-analyst` is the Market Analyst. */
function nameOfSlug(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function mapAgents(value: Json, rename: (slug: string) => string): Json {
  const names = /agent|slug/i;
  return mapValues(value, (name, item) =>
    names.test(name) && typeof item === 'string' ? rename(item) : item,
  );
}

/** Replaces all values that are neither lists nor objects. */
function mapValues(value: Json, replace: (name: string, item: Json) => Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((item) => mapValues(item, replace, name));
  if (!isObject(value)) return replace(name, value);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapValues(item, replace, key)]),
  );
}

function addItems(value: Json, schema: unknown): Json {
  if (!isObject(value)) return value;
  const properties = (schema as { properties?: Record<string, { maxItems?: number }> } | null)
    ?.properties;
  return Object.fromEntries(
    Object.entries(value).map(([name, list]) => {
      if (!Array.isArray(list) || list.length === 0) return [name, list];
      const count = Math.max(list.length, properties?.[name]?.maxItems ?? 0) + 2;
      return [name, Array.from({ length: count }, (_, index) => repeatItem(list, index))];
    }),
  );
}

/** Returns an item of the list, or behind its end a repetition with an id of its own. */
function repeatItem(list: Json[], index: number): Json {
  const item = list[index % list.length] ?? null;
  if (index < list.length || !isObject(item) || typeof item['id'] !== 'string') return item;
  return { ...item, id: `${item['id']}-${index + 1}` };
}

function withoutField(value: Json, schema: unknown): Json {
  if (!isObject(value)) return value;
  const { required = [] } = (schema ?? {}) as { required?: string[] };
  const missing = required.at(-1) ?? Object.keys(value).at(-1);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== missing));
}

function addFields(value: Json): Json {
  if (Array.isArray(value)) return value.map(addFields);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, item]) => [name, addFields(item)]);
  return { ...Object.fromEntries(fields), confidence: 0.9, remark: 'This fits the question best.' };
}

function withoutObject(value: Json): Json {
  if (!isObject(value)) return value;
  const lists = Object.values(value).filter(Array.isArray);
  return lists.length === 1 && lists[0] !== undefined ? lists[0] : [value];
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
