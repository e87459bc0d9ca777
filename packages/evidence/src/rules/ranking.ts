import { findSuperlatives } from '@ecp/language/meaning/operation-words';
import { findNegations } from '@ecp/language/meaning/polarity-words';
import { findMentioned } from '../tables/mentioned-labels.ts';
import { isSameValue } from '../values/match-figures.ts';
import type { Rule } from './rule.ts';

const top =
  /highest|largest|biggest|most|greatest|top|leading|strongest|best|dearest|longest|oldest|busiest|höchst|größt|meist|stärkst|best|teuerst|längst|spitze|plus|premi|meilleur|más|mayor|mejor|primer|最も多|最大|最高|最多|一番多|首位|トップ|最長/iu;
const bottom =
  /lowest|smallest|least|fewest|weakest|worst|cheapest|shortest|youngest|niedrigst|kleinst|wenigst|geringst|schwächst|schlechtest|billigst|günstigst|kürzest|moins|pire|menos|menor|peor|最小|最低|最少|最も少|最も低|最下位|最短/iu;

/** A rank that the table does not give: "the highest" of a row that is not. */
export const findRanking: Rule = ({ view, figures }) => {
  const cues = findSuperlatives(view.text, view.language);
  if (cues.length !== 1 || findNegations(view.text, view.language).length > 0) return null;
  const [cue] = cues;
  // "Le plus petit" is the smallest.
  const words = view.text.slice(cue?.start ?? 0, (cue?.end ?? 0) + 14);
  const isBottom =
    bottom.test(words) || /petit|faible|bas(?:se)?(?!\p{L})|modeste|pequeñ|baj[oa]|少|低|小/iu.test(words);
  const isTop = top.test(words) && !isBottom;
  if (!isTop && !isBottom) return null;
  for (const { figure } of figures.held) {
    for (const passage of view.passages) {
      const cell = passage.row?.figures.find((one) => one && isSameValue(figure, one));
      if (!cell?.cell || !passage.table) continue;
      const column = passage.table.rows.flatMap((row) =>
        row.isTotal ? [] : row.figures.filter((one) => one?.cell?.column === cell.cell?.column),
      );
      const values = column.flatMap((one) => (one ? [one.value] : []));
      const best = isTop ? Math.max(...values) : Math.min(...values);
      const isNamed = findMentioned(view.text, [cell.cell.row], view.language).length > 0;
      if (values.length < 2 || cell.value === best || !isNamed) continue;
      const winner = column.find((one) => one?.value === best)?.cell?.row ?? '';
      return { fault: { kind: 'ranking', found: winner }, isSure: true };
    }
  }
  return null;
};
