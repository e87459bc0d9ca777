import type { WrongShape } from './fake-llm-behaviour.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Bends a JSON answer into wrong shapes. `schema` is what was asked for. Text that is not JSON stays as it is. */
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
      return mapAgents(value, (slug) => ` ${nameOfSlug(slug).toUpperCase().replaceAll(' ', '  ')} `);
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
  return mapValues(value, (name, item) => (names.test(name) && typeof item === 'string' ? rename(item) : item));
}

/** Replaces all values that are neither lists nor objects. */
function mapValues(value: Json, replace: (name: string, item: Json) => Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((item) => mapValues(item, replace, name));
  if (!isObject(value)) return replace(name, value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValues(item, replace, key)]));
}

function addItems(value: Json, schema: unknown): Json {
  if (!isObject(value)) return value;
  const properties = (schema as { properties?: Record<string, { maxItems?: number }> } | null)?.properties;
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
