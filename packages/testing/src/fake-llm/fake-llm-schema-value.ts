import type { PromptFacts } from './fake-llm-answer.ts';

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

const itemCounts: Record<string, number> = { ask: 0, questions: 1, issues: 2, strengths: 2, tasks: 3 };
const typicalScore = 82;

/**
 * Builds a value that fits a JSON schema (types, enums, constants, bounds of arrays, numbers and strings; no $ref,
 * no pattern), with words of the prompt. Array items get distinct ids, and `dependsOn` refers to earlier ids.
 */
export function buildSchemaValue(schema: unknown, facts: PromptFacts, place: Place = { name: '', index: 0 }): unknown {
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
  if (place.name === 'dependsOn') return place.index < 2 ? [] : [itemId(0, facts), itemId(1, facts)];
  const wanted = itemCounts[place.name] ?? 2;
  const count = Math.min(Math.max(wanted, node.minItems ?? 0), node.maxItems ?? Number.POSITIVE_INFINITY);
  return Array.from({ length: count }, (_, index) => buildSchemaValue(node.items, facts, { name: place.name, index }));
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
