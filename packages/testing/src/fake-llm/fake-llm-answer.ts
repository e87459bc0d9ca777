import { readAskedSchema, textWithoutSchema } from './fake-llm-asked-schema.ts';
import { buildSchemaValue } from './fake-llm-schema-value.ts';
import { readSections } from './fake-llm-sections.ts';
import type { ChatRequest } from './fake-llm-wire.ts';

/** Parts of a prompt from which the writer makes an answer, so that other prompts give other answers. */
export interface PromptFacts {
  title: string;
  /** Complete sentences of the material, in order. Never empty. */
  sentences: string[];
  /** How a footnote names the source of a sentence: by its `Title:` and `Location:`. */
  sourceOf: Map<string, string>;
  /** Texts of `Note <n>:` lines. */
  notes: string[];
  /** Words of `slug:` lines: the roster. */
  slugs: string[];
}

/**
 * Writes the fake model's answer: a value for the JSON schema of the request or its prompt, else a markdown document.
 * `userText` is the text of its user messages. The same prompt gives the same answer.
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
  return [...new Set([...text.matchAll(pattern)].map((match) => (match[1] ?? '').trim()))].filter(Boolean);
}

function writeDocument({ title, sentences, sourceOf, notes }: PromptFacts): string {
  const points = sentences.slice(0, 12);
  const cited = points.filter((point) => sourceOf.has(point));
  const cite = (point: string) => (sourceOf.has(point) ? `[^${cited.indexOf(point) + 1}]` : '');
  const sections = [
    `# ${title}`,
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
  const footnotes = cited.map((point, index) => `[^${index + 1}]: ${sourceOf.get(point)}: “${point}”`);
  if (footnotes.length > 0) sections.push(footnotes.join('\n'));
  return `${sections.join('\n\n')}\n`;
}
