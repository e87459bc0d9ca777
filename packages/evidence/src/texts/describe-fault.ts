import type { Fault } from '../faults.ts';
import type { EvidenceTexts } from './evidence-texts.ts';

/** Says what is wrong, in the language of the texts. The only place where a fault becomes a sentence. */
export function describeFault(fault: Fault, texts: EvidenceTexts): string {
  switch (fault.kind) {
    case 'figures':
      return texts.figuresMissing(fault.figures);
    case 'unit':
      return texts.otherUnit(fault.figure, fault.found);
    case 'period':
      return texts.otherPeriod(fault.figure, fault.found);
    case 'points':
      return texts.percentForPoints(fault.figure);
    case 'row':
    case 'column':
      return texts.otherCell(fault.figure, fault.found);
    case 'ranking':
      return texts.otherRank(fault.found);
    case 'words':
      return texts.wordsMissing(fault.words);
    case 'judged':
      return fault.reason;
    case 'estimate':
      return texts.noBasis(fault.figure);
    case 'uncitedFigures':
      return texts.uncitedFigures(fault.figures);
    case 'chain':
      return texts.unproven(fault.title, fault.figures);
    default:
      return texts[fault.kind];
  }
}
