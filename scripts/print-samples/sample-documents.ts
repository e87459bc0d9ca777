import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ChartJob } from '@ecp/charts/drawing/draw-chart';
import { chartJob, column } from '@ecp/charts/testing/sample-charts';
import type { ReportCitation, ReportEvidence } from '@ecp/documents/reports/report-types';

const example = new URL('../../examples/window-maker-export/recorded/', import.meta.url);

/** Reads a document of the example engagement. */
export function readDraft(task: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`${task}/draft.md`, example)), 'utf8');
}

const regions = [
  'South Tyrol and Trentino',
  'Upper Bavaria with Munich',
  'Lower Bavaria',
  'Swabia',
  'Friuli',
  'Veneto',
];

/** The charts of the samples, each with the result that it shows. */
export const sampleCharts: Pick<ChartJob, 'spec' | 'result'>[] = [
  chartJob(
    { type: 'bar', x: 'region', y: ['revenue'], title: 'Upper Bavaria carries the growth' },
    {
      columns: [column('region', 'text'), column('revenue', 'number', 'EUR 000')],
      rows: regions.map((name, at) => [name, [340, 940, 310, 370, 120, 220][at] ?? 0]),
    },
  ),
  chartJob(
    { type: 'line', x: 'month', y: ['made', 'late_windows'], title: 'October is the fullest month' },
    {
      columns: [column('month', 'date'), column('made', 'number'), column('late_windows', 'number')],
      rows: [1_180, 1_240, 1_410, 1_520, 1_590, 1_610, 1_560, 980, 1_620, 1_640, 1_480, 870].map((made, at) => [
        `2025-${String(at + 1).padStart(2, '0')}-01`,
        made,
        Math.round(made * 0.05),
      ]),
    },
  ),
  chartJob(
    { type: 'area', x: 'year', y: ['home', 'abroad'], title: 'Revenue abroad is a sixth of the whole' },
    {
      columns: [column('year', 'number'), column('home', 'number', 'EUR'), column('abroad', 'number', 'EUR')],
      rows: [2021, 2022, 2023, 2024, 2025].map((year, at) => [year, 9_840_000 + at * 40_000, 850_000 + at * 277_000]),
    },
  ),
  chartJob(
    { type: 'scatter', x: 'average_price_of_a_window', y: ['share_sold'], title: 'Dear windows sell less' },
    {
      columns: [column('average_price_of_a_window', 'number', 'EUR'), column('share_sold', 'number', '%')],
      rows: Array.from({ length: 40 }, (_, at) => [420 + at * 12, 60 - at * 1.2 + (at % 5) * 3]),
    },
  ),
];

const block = (at: number) => `\`\`\`chart\n${JSON.stringify(sampleCharts[at]?.spec)}\n\`\`\``;

const long = Array.from(
  { length: 90 },
  (_, at) =>
    `| Dealer ${at + 1} in ${regions[at % 6]} | ${(at * 7_919) % 97}% | ${((at * 104_729) % 900_000).toLocaleString('en-GB')} | ${at % 7 === 0 ? 'asks for delivery within five weeks and for a warranty of ten years' : 'no wish'} | ${(at % 9) - 4},${at % 10} weeks |`,
).join('\n');

/** A document of tables and charts. */
export const tablesAndCharts = `# Six regions carry the revenue, and two of them decide

One region makes two fifths of the revenue abroad.

## Upper Bavaria carries the growth

The chart shows the revenue of 2025.

${block(0)}

## October is the fullest month

${block(1)}

${block(2)}

## Dear windows sell less

${block(3)}

## All dealers, one by one

| Dealer | Share of timber-aluminium windows | Revenue 2025 | Wish | Delivery against plan |
|---|---|---|---|---|
${long}

## What is compared

| Wettbewerbsfähigkeitsvergleich | Rechtsschutzversicherungsgesellschaften | Importance | Probability of occurrence | Owner |
|---|---|---|---|---|
| Dealers leave after the price rise | three of eleven make 58 percent | high | 20 to 30 percent | Head of sales |
| The approval takes longer | institutes are busy | medium | about half | Plant manager |
`;

export const german = `# Der Markt wächst, die Lieferzeit entscheidet

Der Umsatz in Bayern ist seit 2021 jedes Jahr gestiegen, und das ohne zusätzliche Ausgaben.[^1] Die Lieferzeit ist nicht mehr wie im Jahr davor.

## 1. Ausgangslage

${'Die Händler kaufen mehr, weil die Lieferung im Winter schneller ist als im Herbst, und sie bestellen früher. '.repeat(9)}

## 2. Bewertung der Wettbewerbsfähigkeit

| Kriterium | Gewicht | 2024 | 2025 | Veränderung |
|---|---|---|---|---|
| Lieferzeit in Wochen | 30 % | 8,1 | 7,4 | −0,7 |
| Preis je Fenster | 25 % | 561 € | 570 € | +1,6 % |
| **Summe** | **55 %** | | | |

## 3. Empfehlung

${'Wir empfehlen, die Preise um fünf Prozent zu erhöhen und die Wirkung nach einem Quartal zu messen. '.repeat(12)}

[^1]: Buchhaltung, Tabelle Umsatz, Zeile 4.
`;

export const japanese = `# 配送料を改定すれば、黒字化は2027年度に達成できる

移動販売車の売上は三年連続で増加した。[^1] 一方で、燃料費と人件費の上昇が利益を圧迫している。

## 売上は伸びているが、利益は減っている

${'移動販売車一台あたりの売上高は前年比で増加しており、常連客の比率も高い。しかし燃料費の上昇により、営業利益は減少した。'.repeat(6)}

| 地区 | 売上高（百万円） | 前年比 | 営業利益率 |
|---|---|---|---|
| 北部地区 | 128.4 | +6.2% | 3.1% |
| 南部地区 | 96.0 | −1.8% | −0.4% |
| 中央地区 | 201.7 | +9.9% | 5.0% |

## 提言

1. 配送料を一回あたり百円に改定する。
2. 週二回の巡回を、需要の高い地区では週三回に増やす。

[^1]: 報告書、第二章、四頁。
`;

/** A document whose title repeats and whose task is named by its file. */
export const untitled = `## Risks and conditions to stop

Text before the table.

| No | Risk | Condition to stop |
|---|---|---|
| 1 | Dealers leave | Two of the best three give notice |
| 2 | The approval fails | No approval by December 2027 |

${'Wholesale margins fell because green coffee became dearer while list prices stayed. '.repeat(60)}
`;

/** Makes the check of a document's footnotes: every seventh is not verified. */
export function evidenceOf(markdown: string): ReportEvidence {
  const labels = [...markdown.matchAll(/^\[\^(\d+)\]:/gm)].map(([, label = '']) => label);
  const citations = labels.map((footnote, at): ReportCitation => {
    const isOpen = at % 7 === 6;
    return {
      footnote,
      claim: 'The statement of the text.',
      quote: null,
      source: 'Accounts',
      state: isOpen ? 'altered' : 'verified',
      reason: isOpen ? 'the source does not say this in these words' : null,
      passage: isOpen ? 'the words of the source' : null,
    };
  });
  const altered = citations.filter(({ state }) => state === 'altered').length;
  const none = { computed: 0, unjudged: 0, unsupported: 0, missingSource: 0, uncited: 0 };
  return { ...none, verified: citations.length - altered, altered, citations };
}
