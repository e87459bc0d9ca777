import type { Language } from '@ecp/language/language';
import type { Arithmetic } from './claim-case.ts';
import { type Evaluated, evaluateExpression } from './evaluate-expression.ts';
import type { Random } from './seeded-random.ts';

/** The drawn figures of one case and how its language writes them. */
export interface Figures {
  language: Language;
  values: Map<string, number>;
  decimals: Map<string, number>;
  /** The separator of thousands in French figures. */
  gap: string;
}

const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', ja: 'ja-JP' };

/**
 * Draws figures. `name low..high` draws evenly with as many decimals as the bounds show, `name low..high step s` in
 * steps, and `name := expression` computes. Bounds may name figures before them.
 */
export function drawFigures(draws: readonly string[], language: Language, random: Random): Figures {
  const figures: Figures = { language, values: new Map(), decimals: new Map(), gap: random.pick(['\u202f', '\u00a0']) };
  for (const draw of draws) {
    const [, name = '', isComputed, rest = ''] = /^(\w+) (:=)?(.*)$/.exec(draw) ?? [];
    if (name === '') throw new Error(`“${draw}” is no draw.`);
    const decimals = countDecimals(rest, figures);
    const [range = '', step = String(10 ** -decimals)] = rest.split(' step ');
    const [low = '', high = low] = range.split('..');
    const [from, to] = [low, high].map((bound) => evaluateExpression(bound, figures.values).value) as [number, number];
    const steps = Math.round((to - from) / Number(step));
    const value = isComputed === undefined ? from + random.below(steps + 1) * Number(step) : from;
    figures.values.set(name, Number(value.toFixed(decimals)));
    figures.decimals.set(name, decimals);
  }
  return figures;
}

/** Decimals of the figures that an expression names or writes. */
function countDecimals(expression: string, figures: Figures): number {
  const written = [...expression.matchAll(/\d\.(\d+)/g)].map(([, digits = '']) => digits.length);
  const named = [...expression.matchAll(/[a-z]\w*/gi)].map(([name]) => figures.decimals.get(name) ?? 0);
  return Math.max(0, ...written, ...named);
}

/** A filled template with the derivations that it shows. */
export interface Filled {
  text: string;
  arithmetic: Arithmetic[];
}

/**
 * Puts figures in the place of `{expression}`. `{expression|2}` shows two decimals; `r` leaves out the sign between
 * thousands, as tables do.
 */
export function fillTemplate(template: string, figures: Figures): Filled {
  const arithmetic: Arithmetic[] = [];
  const text = template.replaceAll(
    /\{(?!\^)([^{}|]+)(?:\|(\d?)(r?))?\}/g,
    (_, expression: string, digits = '', raw = '') => {
      const { value, call } = evaluateExpression(expression, figures.values);
      const decimals = digits === '' ? defaultDecimals(expression, call, figures) : Number(digits);
      const shown = writeNumber(value, decimals, figures, raw === 'r');
      if (call !== null) arithmetic.push({ ...call, decimals, shown });
      return shown;
    },
  );
  return { text, arithmetic };
}

function defaultDecimals(expression: string, call: Evaluated['call'], figures: Figures): number {
  if (call === null) return countDecimals(expression, figures);
  const isExact = ['sum', 'diff', 'rest'].includes(call.operation);
  return isExact ? countDecimals(expression, figures) : 0;
}

function writeNumber(value: number, decimals: number, figures: Figures, isRaw: boolean): string {
  const rounded = Number(value.toFixed(decimals));
  const text = new Intl.NumberFormat(locales[figures.language], {
    useGrouping: isRaw ? false : 'always',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(rounded);
  return text.replaceAll('\u202f', figures.gap);
}
