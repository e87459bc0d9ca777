import { derivedKinds } from './claim-case.ts';
import type { Corpus, CorpusBlock, StatementLine, Topic } from './read-corpus.ts';
import type { Random } from './seeded-random.ts';

/** Share of the topics that a case states correctly: of those with a derivation, and of the others. */
const correctShares = { derived: 0.7, direct: 0.48 };
/** How often a correct statement is a derived one where a topic has both. */
const derivedShare = 0.8;
/** How often a correct statement is cited to another source than the one that has its words. */
const movedShare = 0.05;

const derived: ReadonlySet<string> = new Set(derivedKinds);

/** The statements that a case takes from one source. */
export interface ChosenBlock {
  block: CorpusBlock;
  statements: StatementLine[];
  /** Repeats of what it says correctly. */
  repeats: string[];
  table: { head: string; rows: StatementLine[] } | null;
}

/** Chooses 20 to 26 topics, and of each one statement. Sources keep their order. */
export function chooseStatements(corpus: Corpus, random: Random): ChosenBlock[] {
  const all = corpus.blocks.flatMap((block) => block.topics);
  const lines = all.flatMap((topic) => topic.statements);
  const pickRare = (choices: readonly StatementLine[]) =>
    pickWeighted(choices, (choice) => 1 / lines.filter(({ kind }) => kind === choice.kind).length, random);
  const chosen = new Set(random.shuffle(all).slice(0, 20 + random.below(7)));
  return corpus.blocks.map((block) => {
    const repeats: string[] = [];
    const statements = block.topics.flatMap((topic) => {
      if (!chosen.has(topic)) return [];
      const statement = chooseStatement(topic, random, pickRare);
      if (statement.isCorrect) repeats.push(...topic.repeats);
      return [moveSome(statement, block, random)];
    });
    return { block, statements: random.shuffle(statements), repeats, table: chooseTable(block, random) };
  });
}

/** Picks what has a greater weight more often. */
function pickWeighted<Item>(items: readonly Item[], weigh: (item: Item) => number, random: Random): Item {
  const total = items.reduce((sum, item) => sum + weigh(item), 0);
  let left = random.next() * total;
  const found = items.find((item) => {
    left -= weigh(item);
    return left <= 0;
  });
  return found ?? random.pick(items);
}

/** Chooses one statement of a topic. Kinds of which a corpus has few come more often, so that each is measured. */
function chooseStatement(
  topic: Topic,
  random: Random,
  pickRare: (lines: readonly StatementLine[]) => StatementLine,
): StatementLine {
  const right = topic.statements.filter((line) => line.isCorrect);
  const wrong = topic.statements.filter((line) => !line.isCorrect);
  const hasDerived = right.some((line) => derived.has(line.kind));
  const isCorrect = random.chance(hasDerived ? correctShares.derived : correctShares.direct);
  if (right.length === 0 || (wrong.length > 0 && !isCorrect)) return pickRare(wrong);
  const isDerived = random.chance(derivedShare);
  const preferred = right.filter((line) => derived.has(line.kind) === isDerived);
  return pickRare(preferred.length > 0 ? preferred : right);
}

/** The words of one source, cited to another. */
function moveSome(line: StatementLine, block: CorpusBlock, random: Random): StatementLine {
  const isMovable = line.isCorrect && block.form === 'prose' && line.references.length === 1;
  return isMovable && random.chance(movedShare) ? { ...line, kind: 'moved_quote', isCorrect: false } : line;
}

function chooseTable(block: CorpusBlock, random: Random): ChosenBlock['table'] {
  if (block.table === null || random.chance(0.65)) return null;
  const rows = block.table.rows.map(({ variants }) => {
    const wrong = variants.filter((variant) => !variant.isCorrect);
    if (wrong.length > 0 && random.chance(0.35)) return random.pick(wrong);
    return random.pick(variants.filter((variant) => variant.isCorrect));
  });
  return { head: block.table.head, rows };
}
