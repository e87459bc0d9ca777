import { languages } from '@ecp/language/language';
import { splitSentences } from '@ecp/language/split-sentences';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { type Arithmetic, type ClaimCase, derivedKinds, directKinds, faultKinds, pools } from './claim-case.ts';
import { corpusOf } from './corpora.ts';
import { type ClaimFinding, falseAlarmShare, measureClaims, reportedShare } from './measure-claims.ts';
import { normalizeSentence } from './normalize-sentence.ts';
import { playJudge } from './play-judge.ts';
import { reportClaims } from './report-claims.ts';
import { writeClaimCase } from './write-claim-case.ts';

const seeds = Array.from({ length: 250 }, (_, seed) => seed);
const cases = new Map(pools.map((pool) => [pool, seeds.map((seed) => writeClaimCase(seed, pool))]));
const casesOf = (pool: (typeof pools)[number]) => cases.get(pool) ?? [];
const derived: ReadonlySet<string> = new Set(derivedKinds);
const parse = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

/** The arithmetic, written a second time. */
function compute({ operation, inputs }: Arithmetic): number {
  const [a = 0, b = 0, c = 0, d = 0] = inputs;
  const total = inputs.reduce((sum, input) => sum + input, 0);
  const results: Record<string, number> = {
    ...{ growth: (100 * (b - a)) / a, drop: (100 * (a - b)) / a, diff: Math.abs(a - b), share: (100 * a) / b },
    ...{
      ratio: a / b,
      sum: total,
      avg: total / inputs.length,
      per: a / b,
      cagr: 100 * (Math.exp(Math.log(b / a) / c) - 1),
    },
    ...{ times: a * b, scale: a / b, margin: (100 * a) / b, payback: a / b, index: (100 * b) / a, rest: 100 - total },
    ...{ wavg: (a * b + c * d) / (b + d), above: inputs.slice(1).filter((input) => input > a).length },
    below: inputs.slice(1).filter((input) => input < a).length,
  };
  return results[operation] ?? Number.NaN;
}

function readShown(shown: string, language: ClaimCase['language']): number {
  const isPoint = language === 'en' || language === 'ja';
  const plain = isPoint ? shown.replaceAll(',', '') : shown.replaceAll(/[.\s]/g, '').replace(',', '.');
  return Number(plain);
}

describe.each(pools)('Cases of the %s pool', (pool) => {
  it('parse, with a definition for every footnote and a footnote for every definition', () => {
    for (const { markdown, statements } of casesOf(pool).slice(0, 60)) {
      const defined = parse(markdown).children.flatMap((node) =>
        node.type === 'footnoteDefinition' ? [node.label] : [],
      );
      const [body = ''] = markdown.split('\n\n[^1]: ');
      const used = [...body.matchAll(/\[\^([^\]]+)\]/g)].map(([, label]) => label);
      expect(new Set(used)).toEqual(new Set(defined));
      expect(statements.flatMap(({ labels }) => labels).toSorted()).toEqual(used.toSorted());
      expect(markdown).not.toMatch(/[{}]|undefined|NaN/);
    }
  });

  it('hold each statement once, as a sentence or a row of the text', () => {
    for (const { markdown, statements } of casesOf(pool)) {
      const [body = ''] = markdown.split('\n\n[^1]: ');
      const text = normalizeSentence(body);
      for (const { sentence } of statements) expect(text).toContain(normalizeSentence(sentence));
      expect(new Set(statements.map(({ sentence }) => sentence)).size).toBe(statements.length);
    }
  });

  it('state one sentence a statement', () => {
    for (const { statements } of casesOf(pool)) {
      for (const { sentence, kind } of statements) expect(splitSentences(sentence), kind).toHaveLength(1);
    }
  });

  it('show derived figures that come out', () => {
    let shown = 0;
    for (const { language, statements } of casesOf(pool)) {
      for (const { sentence, kind, isCorrect, arithmetic } of statements) {
        if (!isCorrect) continue;
        for (const figure of arithmetic) {
          if (figure.operation === 'about') continue;
          const off = Math.abs(readShown(figure.shown, language) - compute(figure));
          expect(off, `${kind}: ${sentence}`).toBeLessThanOrEqual(0.5 * 10 ** -figure.decimals + 1e-9);
          shown += 1;
        }
      }
    }
    expect(shown).toBeGreaterThan(1000);
  });

  it('round a hedged figure by at most a twentieth', () => {
    for (const { statements } of casesOf(pool)) {
      const hedged = statements
        .filter(({ kind }) => kind === 'hedged_rounding')
        .flatMap(({ arithmetic }) => arithmetic);
      for (const { inputs, operation } of hedged) {
        const [value = 0, step = 0] = inputs;
        expect(operation).toBe('about');
        expect(Math.abs(Math.round(value / step) * step - value) / value).toBeLessThan(0.05);
      }
    }
  });

  it('have every kind, in every language', () => {
    for (const language of languages) {
      const own = casesOf(pool).filter((claimCase) => claimCase.language === language);
      const found = new Set(own.flatMap(({ statements }) => statements.map(({ kind }) => kind)));
      const templates = corpusOf(pool, language).blocks.flatMap(({ topics }) =>
        topics.flatMap((topic) => topic.statements),
      );
      const written = new Set(templates.map(({ kind }) => kind));
      const loose = ['recommendation', 'estimate', 'intro', 'about_document', 'repeated', 'table_row', 'moved_quote'];
      const known = new Set([...written, ...loose, 'uncited_figure', 'uncited_statement', 'made_up_source']);
      const all = [...derivedKinds, ...directKinds, ...faultKinds];
      expect(
        all.filter((kind) => !known.has(kind)),
        language,
      ).toEqual([]);
      expect([...found].filter((kind) => !all.some((name) => name === kind))).toEqual([]);
    }
    const found = new Set(casesOf(pool).flatMap(({ statements }) => statements.map(({ kind }) => kind)));
    expect(found).toEqual(new Set([...derivedKinds, ...directKinds, ...faultKinds]));
  });

  it('derive at least half of what is correct', () => {
    const correct = casesOf(pool).flatMap(({ statements }) => statements.filter(({ isCorrect }) => isCorrect));
    const share = correct.filter(({ kind }) => derived.has(kind)).length / correct.length;
    expect(share).toBeGreaterThanOrEqual(0.5);
  });

  it('quote what stands in the sources, but where the words or the source are made up', () => {
    for (const { markdown, material, statements } of casesOf(pool)) {
      const texts = [
        ...[material.brief, ...material.sources.map(({ text }) => text)],
        ...material.upstream.map(({ content }) => content.replaceAll(/\[\^\w+\]/g, '')),
        ...material.consultations.map(({ answer }) => answer),
      ];
      const invented = statements.filter(({ kind }) => kind === 'made_up_words' || kind === 'made_up_source');
      const inventedLabels = new Set(invented.flatMap(({ labels }) => labels));
      for (const [, label = '', words = ''] of markdown.matchAll(/^\[\^(\d+)\]: .*?“(.*)”$/gm)) {
        expect(
          texts.some((text) => text.includes(words)),
          words,
        ).toBe(!inventedLabels.has(label));
      }
    }
  });

  it('are the same for the same seed, and others for another', () => {
    expect(writeClaimCase(7, pool)).toEqual(writeClaimCase(7, pool));
    expect(writeClaimCase(7, pool).markdown).not.toBe(writeClaimCase(12, pool).markdown);
  });

  it('have six sources or more', () => {
    for (const { material } of casesOf(pool).slice(0, 5)) expect(material.sources.length).toBeGreaterThanOrEqual(6);
  });
});

it('The pools share no sentence and no line of a source', () => {
  for (const language of languages) {
    const [open, closed] = pools.map((pool) => {
      const { blocks, loose } = corpusOf(pool, language);
      const lines = blocks.flatMap((block) => [
        ...block.lines.map(({ template }) => template),
        ...block.topics.flatMap(({ statements }) => statements.map(({ template }) => template)),
      ]);
      return new Set([...lines, ...[...loose.values()].flat()].map((line) => line.replaceAll(/\{[^}]*\}|\d/g, '#')));
    });
    expect([...(open ?? [])].filter((line) => closed?.has(line))).toEqual([]);
  }
});

describe('The played judge', () => {
  it('is right about 95 of 100 statements, and answers a question twice alike', async () => {
    const some = casesOf('open').slice(0, 100);
    let [right, asked] = [0, 0];
    for (const claimCase of some) {
      const judge = playJudge([claimCase], 3);
      for (const { sentence, supportedByMeaning } of claimCase.statements) {
        const answer = await judge({ claim: `${sentence}[^3]`, passage: 'p' });
        expect(await judge({ claim: `${sentence}[^3]`, passage: 'p' })).toBe(answer);
        right += answer === supportedByMeaning ? 1 : 0;
        asked += 1;
      }
    }
    expect(right / asked).toBeGreaterThan(0.93);
    expect(right / asked).toBeLessThan(0.97);
  });
});

describe('The measurement', () => {
  const knowing = async ({ statements }: ClaimCase): Promise<ClaimFinding[]> =>
    statements.map(({ label, sentence, isCorrect }) => ({
      ...{ footnote: label, claim: `${sentence}[^9]` },
      state: isCorrect ? 'verified' : 'altered',
    }));

  it('finds a check perfect that knows everything', async () => {
    const measure = await measureClaims(knowing, 'open', 1, 20, 5);
    expect([reportedShare(measure.faults), falseAlarmShare(measure), measure.misses]).toEqual([1, 0, []]);
  });

  it('counts what a check misses, what it reports wrongly, and reports about other text', async () => {
    const turned = async (claimCase: ClaimCase): Promise<ClaimFinding[]> => {
      const findings = await knowing(claimCase);
      const other: ClaimFinding = { footnote: null, claim: 'No such sentence stands there.', state: 'uncited' };
      const turn = (finding: ClaimFinding): ClaimFinding => ({
        ...finding,
        state: finding.state === 'verified' ? 'unsupported' : 'computed',
      });
      return [...findings.map(turn), other];
    };
    const measure = await measureClaims(turned, 'open', 1, 20, null);
    expect([reportedShare(measure.faults), falseAlarmShare(measure), measure.strays]).toEqual([0, 1, 20]);
  });

  it('does not show the closed pool', async () => {
    const range = { pool: 'closed', firstSeed: 1, count: 1 } as const;
    await expect(reportClaims(knowing, range, true)).rejects.toThrow('rates only');
  });
});
