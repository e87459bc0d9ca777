import { labelsOf, readAskedSchema, textWithoutSchema, writePageOne } from './fake-llm-answer.ts';
import { type ChatRequest, messageText, type ScriptedAnswer } from './fake-llm-wire.ts';

/** The habits of a model as a writer. 1 is usual. */
interface WriterStyle {
  /** Factor for the length of all its texts. */
  length: number;
  /** Share (0 to 1) of drafts that the observer finds weak. */
  weak: number;
  /** Share of the drafts with sources that cite an invented one. */
  invents: number;
}

const usualStyle: WriterStyle = { length: 1, weak: 0.35, invents: 0.25 };

/** Returns random numbers from 0 to 1 for one call. */
type Dice = () => number;

/**
 * Varies answers like a real model: 500 to 3,500 words, questions, searches, weak drafts, invented
 * sources. Deterministic, whatever the prompt's markers.
 */
export function writeVaried(
  style: WriterStyle = usualStyle,
): (request: ChatRequest) => ScriptedAnswer {
  return (request) => {
    const said = request.messages.map(({ content }) => JSON.stringify(content)).join('\n');
    const text = said.replace(/[0-9a-f]{32}/g, '');
    const dice = openDice(text);
    const asked = readAskedSchema(request);
    const words = wordsOf(textWithoutSchema(messageText(request, ['user'])));
    const write = writerOf(words, dice, style.length);
    const colleagues = [...text.matchAll(/slug: ([a-z0-9-]+)/g)].map(([, slug = '']) => slug);
    if (asked !== null) {
      const name = asked.name ?? purposeOfShape(asked.schema);
      return answerSchema({ name, schema: asked.schema, colleagues }, write, dice, style);
    }
    if (request.tools !== undefined && dice() < 0.35) {
      return {
        toolCalls: [{ name: 'search_context', arguments: JSON.stringify({ query: write(3, 8) }) }],
      };
    }
    const labels = labelsOf(request);
    const hasSources = [...labels].some((label) => label.startsWith('source '));
    const invents = hasSources && dice() < style.invents;
    return writeDocument(write, dice, {
      invents,
      pageOne: writePageOne(messageText(request, ['user'])),
    });
  };
}

type Write = (fromWords: number, toWords: number) => string;

function writeDocument(
  write: Write,
  dice: Dice,
  { invents, pageOne }: { invents: boolean; pageOne: string[] },
): string {
  // The sum of three random numbers makes few documents very short or very long.
  const words = 500 + 3_000 * ((dice() + dice() + dice()) / 3) ** 1.4;
  const sections = 3 + Math.floor(dice() * 5);
  const parts = Array.from({ length: sections }, () => {
    const size = Math.round(words / sections);
    return `## ${write(3, 6)}\n\n${write(size, size)}.`;
  });
  const claim = invents
    ? `\n\nThe trade paper says so[^1].\n\n[^1]: trade-paper.pdf: “${write(6, 10)}”`
    : '';
  return `# ${write(4, 8)}\n\n${[...pageOne, ...parts].join('\n\n')}${claim}\n`;
}

/** The property by which a schema in a prompt, which has no name, tells its purpose. */
const purposeOfProperty: Record<string, string> = {
  tasks: 'plan',
  questions: 'delegate',
  answer: 'consult',
  score: 'observe',
  criteria: 'evaluate',
  answers: 'judge',
};

function purposeOfShape(schema: unknown): string {
  const properties = Object.keys(at(schema, ['properties']) ?? {});
  // An amendment has both answers and edits, and gets values of its schema. The answers of a repair
  // have a verdict.
  if (properties.includes('answers') && properties.includes('edits')) return '';
  if (at(schema, ['properties', 'answers', 'items', 'properties', 'verdict']) !== undefined)
    return 'repair';
  const property = properties.find((name) => name in purposeOfProperty);
  return purposeOfProperty[property ?? ''] ?? '';
}

interface Asked {
  name: string;
  schema: unknown;
  /** Slugs of the agents that the prompt names. */
  colleagues: string[];
}

function answerSchema(
  { name, schema, colleagues }: Asked,
  write: Write,
  dice: Dice,
  style: WriterStyle,
): ScriptedAnswer {
  const list = (from: number, to: number, words: [number, number]) =>
    Array.from(
      { length: from + Math.floor(dice() * (to - from + 1)) },
      () => `${write(...words)}.`,
    );
  switch (name) {
    case 'plan':
      return JSON.stringify({ tasks: planTasks(schema, write, dice) });
    case 'delegate':
      return JSON.stringify({ questions: questions(colleagues, write, dice, 2.7) });
    case 'consult':
      return JSON.stringify({
        answer: write(90, 320),
        ...(at(schema, ['properties', 'ask']) !== undefined && {
          ask: questions(colleagues, write, dice, 1.15),
        }),
      });
    case 'observe': {
      const weak = dice() < style.weak;
      const issues = list(weak ? 2 : 0, 7, [8, 28]).map((issue) => ({ concern: 'form', issue }));
      const score = weak ? 50 + Math.floor(dice() * 24) : 78 + Math.floor(dice() * 18);
      return JSON.stringify({ score, strengths: list(1, 5, [6, 25]), issues });
    }
    case 'evaluate': {
      const judge = () => ({ score: 60 + Math.floor(dice() * 38), comment: write(8, 45) });
      const keyed = at(schema, ['properties', 'criteria', 'properties']);
      const criteria =
        typeof keyed === 'object' && keyed !== null
          ? Object.fromEntries(Object.keys(keyed).map((id) => [id, judge()]))
          : criterionIds(schema).map((id) => ({ id, ...judge() }));
      return JSON.stringify({ criteria, feedback: write(25, 120) });
    }
    case 'repair':
      return JSON.stringify({ answers: [] });
    case 'judge': {
      const count = Math.ceil(Number(at(schema, ['properties', 'answers', 'maxItems']) ?? 1) / 2);
      const judged = (question: number) => ({
        question,
        reason: `${write(6, 18)}.`,
        holds: dice() < 0.9,
      });
      return JSON.stringify({
        answers: Array.from({ length: count }, (_, index) => judged(index + 1)),
      });
    }
    default:
      return null;
  }
}

function planTasks(schema: unknown, write: Write, dice: Dice) {
  const agents = valuesOf(schema, ['properties', 'tasks', 'items', 'properties', 'agent', 'enum']);
  const count = 2 + Math.floor(dice() * 5);
  return Array.from({ length: count }, (_, index) => ({
    id: `task-${index + 1}`,
    name: write(3, 7),
    description: `${write(20, 90)}.`,
    agent: agents[Math.floor(dice() * agents.length)] ?? '',
    dependsOn: Array.from({ length: index }, (_, earlier) => `task-${earlier + 1}`).filter(
      () => dice() < 0.4,
    ),
  }));
}

/** Makes fewer than `limit` questions. Each number of them is equally likely. */
function questions(slugs: string[], write: Write, dice: Dice, limit: number) {
  const count = Math.min(slugs.length, Math.floor(dice() * limit));
  const first = Math.floor(dice() * slugs.length);
  return Array.from({ length: count }, (_, index) => {
    return { agentSlug: slugs[(first + index) % slugs.length], question: `${write(12, 45)}?` };
  });
}

/** Returns the possible ids of a rubric's criteria, from an enum or from constants. */
function criterionIds(schema: unknown): string[] {
  const id = at(schema, ['properties', 'criteria', 'items', 'properties', 'id']);
  const listed = valuesOf(id, ['enum']);
  const choices = at(id, ['anyOf']);
  return listed.length > 0 || !Array.isArray(choices)
    ? listed
    : choices.map((choice) => String(at(choice, ['const'])));
}

function valuesOf(schema: unknown, path: string[]): string[] {
  const found = at(schema, path);
  return Array.isArray(found) ? found.map(String) : [];
}

function at(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null
        ? (node as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

/**
 * Returns words of the material, so that other briefs give other texts. None has a digit or a mark
 * like a claim.
 */
function wordsOf(text: string): string[] {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  return words.length > 20
    ? words
    : ['the', 'client', 'decides', 'what', 'matters', 'most', 'and', 'when', 'then'];
}

function writerOf(words: string[], dice: Dice, length: number): Write {
  return (fromWords, toWords) => {
    const count = Math.max(1, Math.round((fromWords + dice() * (toWords - fromWords)) * length));
    const chosen = Array.from(
      { length: count },
      () => words[Math.floor(dice() * words.length)] ?? '',
    );
    // Adds a full stop now and then, as in prose.
    return chosen.map((word, index) => (index % 17 === 16 ? `${word}.` : word)).join(' ');
  };
}

/** Returns random numbers seeded by the FNV-1a hash of a text (mulberry32). */
function openDice(text: string): Dice {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
