import type { DraftInput, EnginePage, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { answerPurpose } from '../answer-purpose.ts';
import { frameOf } from '../frame/frame-of.ts';
import { askTools } from '../purposes/ask-tools.ts';
import { makeForeignInput } from '../testing/foreign-cases.ts';
import { makeDraftInput } from '../testing/sample-inputs.ts';

const write = (input: DraftInput) => answerPurpose('draft', input, 1e9, createTimeSlice(undefined));
const engagement = sampleEngagement({
  name: 'Battery ferries',
  client: 'Halden Sound Ferries',
  brief:
    'Halden Sound Ferries runs three crossings. The board has to decide in March 2027 whether to order battery ferries. Which option should it choose, what does it cost, and what are the greatest risks? Compare the price of the Lysefjord, the charging at Halden quay, and the customs duty.',
});
const page = (title: string, text: string): EnginePage => ({
  ...{ id: title, title, url: `https://example.org/${title.length}`, author: null, publishedOn: null },
  ...{ fetchedAt: '2026-11-21T10:00:00Z', sha256: 'a'.repeat(64), text },
});
const yard = page(
  'Reference: battery ferry Lysefjord',
  'The Lysefjord carries 80 cars and 300 passengers. The contract price was EUR 13.4 million. She sails 30 crossings a day.',
);
const paper = page(
  'What a battery ferry really costs',
  'A battery ferry for 80 cars cost EUR 16.9 million in the five orders since 2023. Lysefjord Transport paid EUR 16.2 million for its Lysefjord, not the EUR 13.4 million that the yard names.',
);
const quay = page(
  'Charging at Halden quay: feasibility study',
  'The works at the quay cost EUR 3.9 million and take 14 months. The battery at the quay costs EUR 2.6 million. Without it, the connection must be 8.0 MW. How long the ramp stays closed is not known.',
);
const rules = page(
  'Zero-emission rule',
  'A concession holder that fails pays EUR 1,200 a day and vessel. Crossings below 60 minutes follow in 2034.',
);

/** Writes an evidence pack of the offline model. */
async function packOf(name: string, description: string, pages: EnginePage[]): Promise<UpstreamDeliverable> {
  const task = { id: name, name, description, kind: 'analysis' as const };
  const content = await write(makeDraftInput({ engagement, task, sources: [], pages }));
  return { taskName: name, filename: `${name.toLowerCase().replaceAll(' ', '-')}.md`, content };
}
const upstream = [
  await packOf('Ferry prices', 'What do battery ferries and their insurance cost at wrong times?', [yard, paper]),
  await packOf('Charging at the quay', 'Cost of the works at Halden quay with insurance in public times.', [quay]),
  await packOf('Rules', 'The rule for the concession holder of vessels and its insurance.', [rules]),
];
const task = { id: 'paper', name: 'Board paper', description: 'Conclude.', kind: 'synthesis' as const };
const inputOf = (given: Partial<DraftInput> = {}) =>
  makeDraftInput({ engagement, task, upstream, sources: [], pages: [yard, paper, quay, rules], ...given });
const sectionOf = (text: string, title: string) => text.split(`## ${title}\n`)[1]?.split(/\n## |\n\[\^1\]: /)[0] ?? '';
const definitionOf = (text: string, quote: string) => {
  const [, label = ''] = new RegExp(`“${quote}[^”]*”\\[\\^(\\d+)\\]`).exec(text) ?? [];
  return new RegExp(`^\\[\\^${label}\\]: (.*)$`, 'm').exec(text)?.[1] ?? '';
};
const { headings, synthesis, gaps } = frameOf('en');
const text = await write(inputOf());

test('quotes the figures of evidence packs, each once and cited to its own source', () => {
  const quotes = [
    ['A battery ferry for 80 cars cost EUR 16\\.9 million', paper],
    ['The works at the quay cost EUR 3\\.9 million', quay],
    ['The battery at the quay costs EUR 2\\.6 million', quay],
    ['A concession holder that fails pays EUR 1,200', rules],
    ['Lysefjord Transport paid EUR 16\\.2 million', paper],
  ] as const;
  for (const [quote, { title }] of quotes) {
    expect(definitionOf(text, quote), quote).toMatch(new RegExp(`^${title}(?:, https[^:]*:[^:]*)?: “`));
  }
  const [body = ''] = text.split('\n[^1]: ');
  const shown = [...body.matchAll(/“([^”]{20,})”\[\^/g)].map(([, quote]) => quote);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.length).toBeLessThanOrEqual(22);
  expect(new Set(shown).size).toBe(shown.length);
  expect(text).not.toContain(synthesis.noFigures);
  expect(text).not.toMatch(/^\[\^\d+\]: (?:ferry-prices|charging-at-the-quay|rules)\.md/m);
});

test('answers with the question, figures, what is missing, and that extraction does not choose', () => {
  const answer = sectionOf(text, headings.answer);
  expect(answer).toContain('The brief asks: “Which option should it choose, what does it cost,');
  expect(answer.match(/“[^”]*EUR [^”]*”\[\^\d+\]/g)?.length).toBeGreaterThanOrEqual(2);
  expect(answer).toContain(synthesis.silentOn('“Customs duty”'));
  expect(answer.split(synthesis.noAnswer)).toHaveLength(2);
  const figures = sectionOf(text, headings.figures);
  expect([...figures.matchAll(/^### (.*)$/gm)].map(([, title]) => title)).toContain('Charging at Halden quay');
  const conclusions = sectionOf(text, headings.conclusions);
  expect(conclusions.match(/\.md/g)).toHaveLength(3);
  expect(conclusions.trim().split('\n')).toHaveLength(1);
});

test('shows both sources where one denies the figure of the other, and nothing else as a disagreement', () => {
  const differing = sectionOf(text, headings.differences);
  expect(differing.match(/^\*\*/gm)).toHaveLength(1);
  expect(differing).toContain('**EUR 16.2 million or EUR 13.4 million**');
  expect(differing).toMatch(/- “Lysefjord Transport paid[^”]*”\[\^\d+\]\n- “The contract price was/);
  const [prices] = upstream;
  expect(sectionOf(prices?.content ?? '', headings.conflicts)).toContain('**EUR 16.2 million or EUR 13.4 million**');
});

test('leaves open what is open: differing figures, questions without an answer, unknowns', async () => {
  const asked = { id: 'q', taskId: 'Ferry prices', question: 'What is the budget?', assumption: 'No limit.' };
  const open = sectionOf(await write(inputOf({ questions: [{ ...asked, answer: null }] })), headings.open);
  expect(open).toContain('- No limit. Nobody has answered the question: What is the budget?');
  expect(open).toContain('- Which figure holds, EUR 16.2 million');
  expect(open).toContain('“How long the ramp stays closed is not known.”');
  expect(open).not.toMatch(/\b(?:times|wrong|public)\b/);
  expect(open).not.toMatch(/Which option should it choose|Compare the price|What do battery ferries/);
  const [start = ''] = gaps.words('\u0000').split('\u0000');
  expect(open).not.toContain(start);
  const told = { ...asked, answer: { text: 'EUR 62 million.', by: 'x', at: '2026-11-21' } };
  expect(sectionOf(await write(inputOf({ questions: [told] })), headings.open)).not.toContain('No limit.');
});

test('shows the ledger as a table and the statements under their documents', async () => {
  const [prices] = upstream;
  const filename = prices?.filename ?? '';
  const figure = { ...{ text: 'EUR 16.9 million', unit: 'EUR', period: null }, filename, isOpen: false };
  const labels = ['Price of a battery ferry', 'Highest price', 'Lowest price'];
  const whole = await write(inputOf({ figures: labels.map((label) => ({ ...figure, label })) }));
  expect(sectionOf(whole, headings.figures)).toMatch(/^\| Price of a battery ferry \| EUR 16\.9 million \|/m);
  expect(sectionOf(whole, headings.figures)).not.toContain('###');
  expect(sectionOf(whole, headings.conclusions)).toMatch(/\*\*Rules \(rules\.md\)\*\*: “Crossings below 60 minutes/);
});

test('a figure is cited to the sentence that gives it, not to one with a longer number', async () => {
  const content =
    '# Churn\n\n## Findings\n\nThe churn of couriers was 16.5 % in Halle.[^1] The churn of households was 6.5 % in Halle.[^2]\n\n[^1]: couriers.csv: “16.5 %”\n[^2]: households.csv: “6.5 %”\n';
  const figure = {
    label: 'Churn in Halle',
    text: '6.5 %',
    unit: '%',
    period: null,
    filename: 'churn.md',
    isOpen: false,
  };
  const upstreamOfOne = [{ taskName: 'Churn', filename: 'churn.md', content }];
  const whole = await write(inputOf({ upstream: upstreamOfOne, figures: [figure] }));
  const [row = ''] = /^\| Churn in Halle .*$/m.exec(whole) ?? [];
  const labels = [...row.matchAll(/\[\^(\d+)\]/g)].map(([, label]) => label);
  const cited = labels.map((label) => new RegExp(`^\\[\\^${label}\\]: (.*)$`, 'm').exec(whole)?.[1]);
  expect(cited).toEqual(['churn.md: “The churn of households was 6.5 % in Halle.”', 'households.csv: “6.5 %”']);
});

test('a document that cites its sentences is quoted with its file and their sources', async () => {
  const content =
    '# Costs\n\n## Result\n\nWe recommend to order two ferries.\n\n## Cost\n\nThe programme costs EUR 41 million with the quays.[^a] A ferry lasts 30 years.[^b]\n\n[^a]: What a battery ferry really costs: “EUR 16.9 million”\n[^b]: yard.pdf, page 2: “30 years”\n';
  const citations = [{ footnote: 'b', claim: 'A ferry lasts 30 years.', state: 'unsupported' as const }];
  const whole = await write(inputOf({ upstream: [{ taskName: 'Costs', filename: 'costs.md', content, citations }] }));
  expect(sectionOf(whole, headings.answer)).toContain('“We recommend to order two ferries.”');
  expect(whole).toMatch(/“The programme costs EUR 41 million with the quays\.”\[\^\d+\]\[\^\d+\]/);
  expect(whole).toContain(': costs.md: “The programme costs EUR 41 million');
  expect(whole).toContain(': What a battery ferry really costs: “EUR 16.9 million”');
  expect(whole).not.toContain('A ferry lasts 30 years');
});

test.each(['de', 'fr', 'es', 'ja'] as const)('a paper in %s quotes figures with their sources', async (language) => {
  const input = makeForeignInput(language);
  const upstream = [{ taskName: input.task.name, filename: 'pack.md', content: await write(input) }];
  const whole = await write({ ...input, upstream, task: { ...input.task, kind: 'synthesis' } });
  const words = frameOf(language);
  const answer = sectionOf(whole, words.headings.answer);
  expect(answer).toContain(words.synthesis.noAnswer);
  expect(answer).toMatch(/\d[^[]*\[\^2\]/);
  const title = input.sources[0]?.title ?? '';
  expect(/^\[\^2\]: (.*)$/m.exec(whole)?.[1]).toContain(title);
  const [body = ''] = whole.split('\n[^1]: ');
  const quotes = [...body.matchAll(/(?:[„“«「]\s?)([^”“»」„«「]{12,}?)\s?[”“»」]\[\^/g)].map(([, quote]) => quote);
  expect(quotes.length).toBeGreaterThan(2);
  expect(new Set(quotes).size).toBe(quotes.length);
});

test('a synthesis asks no tool', async () => {
  const names = ['ask_question', 'web_search', 'read_page', 'search_context', 'query_tables', 'read_document'];
  const offer = { names, turn: 0, hasAsked: false, webResults: null, hasRead: false };
  const input = inputOf({ research: { domains: [], maxPages: 5 }, questionsLeft: 3 });
  expect(await askTools(input, offer, createTimeSlice(undefined))).toEqual([]);
  const draft = { ...input, task: { ...task, kind: 'analysis' as const } };
  expect(await askTools(draft, offer, createTimeSlice(undefined))).not.toEqual([]);
});
