import { type DocumentMeasures, saturate } from './measure-document.ts';

/** One way to measure a criterion: which criteria it fits, its result (0 to 1), and the underlying counts in words. */
export interface CriterionView {
  fits: RegExp;
  rate: (measures: DocumentMeasures) => number;
  explain: (measures: DocumentMeasures) => string;
}

function countNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** The views, most meaningful first. A criterion is measured by the first two that fit. */
export const criterionViews: CriterionView[] = [
  {
    fits: /\b(?:evidence|source\w*|cit(?:ed|es?|ations?)|accura\w*|factual\w*|rigou?r\w*|support\w*|verif\w*|credib\w*|trace\w*|ground\w*)\b/i,
    rate: (m) => 0.7 * saturate(m.citations, 16) + 0.3 * saturate(m.citedSources, 4),
    explain: (m) => `${m.citations} references to ${countNoun(m.citedSources, 'document')}`,
  },
  {
    fits: /\b(?:risks?|assum\w*|limit\w*|uncertain\w*|caveat\w*|sensitiv\w*|honest\w*|gaps?|unknown\w*)\b/i,
    rate: (m) => 0.5 * saturate(m.risks, 5) + 0.5 * saturate(m.openQuestions, 4),
    explain: (m) =>
      `${countNoun(m.risks, 'risk or assumption', 'risks and assumptions')} and ${countNoun(m.openQuestions, 'open question')} listed`,
  },
  {
    fits: /\b(?:arithmetic|sums?|sized|quanti\w*|figures?|number\w*|financ\w*|costs?|budget\w*|pric\w*|calculat\w*|measur\w*|data|kpis?|metrics?)\b/i,
    rate: (m) => 0.6 * saturate(m.figures, 25) + 0.4 * saturate(m.tableRows, 10),
    explain: (m) => `${m.figures} numbers in the text, ${countNoun(m.tableRows, 'table row')}`,
  },
  {
    fits: /\b(?:action\w*|decision\w*|recommend\w*|next|steps?|practic\w*|feasib\w*|implement\w*|owners?|timeline|milestones?|sequenc\w*|concrete\w*|usab\w*|useful\w*)\b/i,
    rate: (m) => 0.75 * saturate(m.nextSteps, 6),
    explain: (m) =>
      `${countNoun(m.nextSteps, 'next step')}, ${m.nextSteps > 0 ? 'none of them decided with the client yet' : 'so nobody is told what to do'}`,
  },
  {
    fits: /\b(?:struct\w*|clear\w*|clarity|read\w*|organi[sz]\w*|format\w*|concis\w*|present\w*|layout|language|style|written|communicat\w*)\b/i,
    rate: (m) => 0.6 * saturate(m.sections, 7) + 0.4 * (m.words > 3500 ? 0.4 : saturate(m.words, 500)),
    explain: (m) => `${countNoun(m.sections, 'section')} for ${m.words} words`,
  },
  {
    fits: /\b(?:original\w*|creativ\w*|fresh|distinct\w*|memorab\w*|imagin\w*|tone|voice|brand|emotion\w*|insight\w*|options?|choices?|trade-offs?|diagnos\w*|hypothes\w*|conclusion\w*|synthes\w*|reason\w*|logic\w*|argu\w*|analy\w*|think\w*|judg\w*)\b/i,
    rate: (m) => 0.25 + 0.3 * saturate(m.citedSources, 5) + 0.2 * saturate(m.tables, 3),
    explain: (m) =>
      `${countNoun(m.citedSources, 'document')} and ${countNoun(m.tables, 'table')} set side by side, the author’s own thought is not measurable here`,
  },
  {
    fits: /./s,
    rate: (m) => 0.5 * saturate(m.words, 800) + 0.3 * saturate(m.sections, 8) + 0.2 * saturate(m.listItems, 25),
    explain: (m) =>
      `${m.words} words in ${countNoun(m.sections, 'section')} with ${countNoun(m.listItems, 'list entry', 'list entries')}`,
  },
];
