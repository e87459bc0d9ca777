import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { taskKindOf } from './normalize-tasks.ts';

const examples = new URL('../../../../../../examples/', import.meta.url);
type Tasks = { tasks?: { name: string; description: string }[] };

/**
 * The tasks of the sample cases with the kind that a reader would choose. The kind selects the
 * rubric.
 */
it('recognises the kind of each task of the sample cases', () => {
  const cases = globSync('*/engagement.json', { cwd: fileURLToPath(examples) });
  const kinds = cases.flatMap((path) => {
    const { tasks = [] } = JSON.parse(readFileSync(new URL(path, examples), 'utf8')) as Tasks;
    return tasks.map((task): [string, string] => [task.name, taskKindOf(task)]);
  });
  expect(Object.fromEntries(kinds)).toMatchObject({
    'Costs and revenue of heat': 'financial',
    'How the tariff acts on customers': 'research',
    'Tariff models for the council': 'analysis',
    'Road to the new tariff in 2028': 'plan',
    'Waiting times: the baseline': 'analysis',
    'What causes the waits': 'analysis',
    'Measures for the board to choose from': 'strategy',
    'Plan for the first ninety days': 'plan',
    'Bavaria and north-east Italy as markets': 'research',
    'What a window earns in each market': 'financial',
    'Plant capacity and delivery times': 'analysis',
    'Recommendation on the export decision': 'strategy',
  });
});

it('returns an analysis if no word tells the kind', () => {
  expect(taskKindOf({ name: 'Letter', description: 'Thank everybody.' })).toBe('analysis');
});

// A keyword of the subject is not what the task delivers, and "names" is a verb.
it.each([
  [
    'What the differences mean for reserves',
    'Apply the rule of the memo to the countries it names.',
    'analysis',
  ],
  [
    'Where damage and cost arise',
    'Analyse reported strikes, share with damage, and cost by species.',
    'analysis',
  ],
  [
    'How concentrated the costs are',
    'Show how much of the total cost comes from the largest cases.',
    'analysis',
  ],
  [
    'When not to open a branch',
    'Question: which months and which signs of a downturn make a bad moment for cash?',
    'analysis',
  ],
  [
    'Sectors that branches should serve',
    'Question: in which sectors does employment grow?',
    'analysis',
  ],
  ['Costs until 2031', 'Compare the costs of battery ferries and new engines.', 'financial'],
  [
    'What the sources say',
    'Collect prices and dates from the web, compare what the sources say.',
    'research',
  ],
  [
    'Paper for the risk committee',
    'Recommend which file to use from when, with conditions and checks.',
    'strategy',
  ],
  [
    'Auslöser und Häufigkeit',
    'Prüfe mögliche Schwellen: was folgt für Preis und Selbstbehalt?',
    'analysis',
  ],
  ['Vorlage für den Vorstand', 'Empfiehl, welche Gefahren gedeckt werden.', 'strategy'],
  ['取締役会への提案', '3か国、順序、9億円の配分を数値で提案する。2ページ以内。', 'strategy'],
  [
    'Mietpreise, Auslastung und Flächen',
    'Berechne den Unterschied der Mieten auf gleicher Basis und die Auslastung je Halle.',
    'analysis',
  ],
  [
    'Preisabstand zum Import',
    'Berechne den Abstand der Preise je Sorte und die Verteilung des Bestands.',
    'analysis',
  ],
  [
    'Écart de prix et stock',
    'Calcule l’écart de prix à base égale et la répartition du stock.',
    'analysis',
  ],
  [
    'Price gap to imports',
    'Calculate the price gap by line and how the stock is spread.',
    'analysis',
  ],
  ['Preisgestaltung der Abos', 'Berechne drei Stufen.', 'strategy'],
  [
    'Erlöse und Abwanderung an Handelsmarken',
    'Zeige, wo Erlös verloren ging und wo nicht.',
    'analysis',
  ],
  ['高齢化の速さ', '平均寿命の変化を国別に計算し、何が言えるかを示す。', 'analysis'],
])('“%s” is told by what it asks for', (name, description, kind) => {
  expect(taskKindOf({ name, description })).toBe(kind);
});

it.each([
  [
    'Erlöse und Abwanderung',
    'Zeige, welche Sorten verlieren, und werte die Befragung der Kunden aus.',
    'research',
  ],
  [
    'Sales and losses to private labels',
    'Show which lines lose, and what customers name in the survey.',
    'research',
  ],
  ['Finanzplan bis 2030', 'Plane Erlöse und Kosten.', 'financial'],
] as const)(
  '“%s” takes the kind that its agent leads only where its words allow it',
  (name, description, kind) => {
    expect(taskKindOf({ name, description }, ['research'])).toBe(kind);
  },
);
