import { readRate } from '../derive/per-what.ts';
import type { Rule } from './rule.ts';

/** A figure per week that the passage gives per month. */
export const findRate: Rule = ({ view, figures }) => {
  if (figures.derivation !== null) return null;
  const told = readRate(view.text);
  if (told === null) return null;
  for (const { figure, found } of figures.held) {
    const passage = view.passages.find(({ citation, row }) => citation === found.citation && row === null);
    const said = passage && figure.kind !== 'year' && figure.kind !== 'percent' ? readRate(passage.text) : null;
    if (said !== null && said !== told)
      return { fault: { kind: 'unit', figure: figure.shown, found: said }, isSure: true };
  }
  return null;
};
