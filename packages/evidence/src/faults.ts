import type { CitationState } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';

export type Fault =
  /** Figures that stand nowhere in what the statement cites. */
  | { kind: 'figures'; figures: readonly string[] }
  | { kind: 'uncitedFigures'; figures: readonly string[] }
  | { kind: 'uncitedFact' }
  /** Figures that the judge does not take for the text's own. */
  | { kind: 'notOwn'; figures: readonly string[]; reason: string }
  | { kind: 'unit'; figure: string; found: string }
  | { kind: 'points'; figure: string }
  | { kind: 'sign'; figure: string; found: string }
  | { kind: 'period'; figure: string; found: string }
  | { kind: 'row'; figure: string; found: string }
  | { kind: 'column'; figure: string; found: string }
  /** A calculation with a wrong result, wrong units, or numbers that stand nowhere. */
  | { kind: 'result'; said: string; found: string }
  | { kind: 'mixed'; one: string; other: string }
  | { kind: 'inputs'; figures: readonly string[] }
  | { kind: 'footnotes'; labels: readonly string[] }
  /** A calculation that names itself, or uses a result that does not come out. */
  | { kind: 'circle' }
  | { kind: 'base'; label: string }
  | { kind: 'judged'; reason: string }
  /** Another document, or a colleague, states it without a source. */
  | { kind: 'chain'; title: string; figures: readonly string[] };

/** Returns the state of a statement with a fault. */
export function stateOf(fault: Fault): CitationState {
  switch (fault.kind) {
    case 'figures':
    case 'result':
    case 'base':
      return 'altered';
    case 'uncitedFigures':
    case 'uncitedFact':
    case 'notOwn':
      return 'uncited';
    case 'footnotes':
    case 'chain':
      return 'missing_source';
    default:
      return 'unsupported';
  }
}

/** Describes a fault in the language of the texts. */
export function describeFault(fault: Fault, texts: EvidenceTexts): string {
  switch (fault.kind) {
    case 'figures':
      return texts.figuresMissing([...fault.figures]);
    case 'uncitedFigures':
      return texts.uncitedFigures([...fault.figures]);
    case 'uncitedFact':
      return texts.uncitedFact;
    case 'notOwn':
      return texts.notOwn([...fault.figures], fault.reason);
    case 'unit':
      return texts.otherUnit(fault.figure, fault.found);
    case 'points':
      return texts.percentForPoints(fault.figure);
    case 'sign':
      return texts.otherSign(fault.figure, fault.found);
    case 'period':
      return texts.otherPeriod(fault.figure, fault.found);
    case 'row':
    case 'column':
      return texts.otherCell(fault.figure, fault.found);
    case 'result':
      return texts.otherResult(fault.said, fault.found);
    case 'mixed':
      return texts.unitsMixed(fault.one, fault.other);
    case 'inputs':
      return texts.inputsMissing([...fault.figures]);
    case 'footnotes':
      return texts.noSuchFootnote(fault.labels.map((label) => `[^${label}]`));
    case 'circle':
      return texts.circle;
    case 'base':
      return texts.wrongBase(`[^${fault.label}]`);
    case 'judged':
      return fault.reason;
    case 'chain':
      return texts.unproven(fault.title, [...fault.figures]);
  }
}

export interface EvidenceTexts {
  saysNothing: string;
  addressNotGiven: (address: string | null) => string;
  noSuchSource: string;
  noSuchPage: (title: string, numbers: string) => string;
  noSuchSlide: (title: string, numbers: string) => string;
  noSuchPlace: (title: string, place: string) => string;
  atAnotherPlace: (title: string, place: string | null) => string;
  inAnotherSource: (title: string) => string;
  otherWords: string;
  otherValue: (column: string, found: string) => string;
  unreadable: string;
  otherResult: (said: string, found: string) => string;
  inputsMissing: (figures: string[]) => string;
  noSuchFootnote: (labels: string[]) => string;
  circle: string;
  wrongBase: (label: string) => string;
  unitsMixed: (one: string, other: string) => string;
  otherSign: (figure: string, found: string) => string;
  /** The reason of a statement that no judge has read. */
  oppositeWord: (said: string, found: string) => string;
  notOwn: (figures: string[], reason: string) => string;
  inNoSource: string;
  figuresMissing: (figures: string[]) => string;
  otherUnit: (figure: string, found: string) => string;
  percentForPoints: (figure: string) => string;
  otherPeriod: (figure: string, found: string) => string;
  otherCell: (figure: string, found: string) => string;
  uncitedFigures: (figures: string[]) => string;
  uncitedFact: string;
  /** A document or colleague without a source; the figures concerned, or none. */
  unproven: (title: string, figures: string[]) => string;
  /** The counts of a document's citations, without the sentence's full stop. */
  counts: (counts: {
    total: number;
    altered: number;
    missingSource: number;
    unjudged: number;
  }) => string;
}

const join = (parts: (string | false)[]): string =>
  parts.filter((part) => part !== false).join(', ');

export const evidenceTexts: Record<Language, EvidenceTexts> = {
  en: {
    saysNothing: 'the footnote says nothing about its source',
    addressNotGiven: (address) =>
      address === null ? 'this address was not given' : `the address ${address} was not given`,
    noSuchSource: 'no source of this name was given',
    noSuchPage: (title, numbers) => `“${title}” has no page ${numbers}`,
    noSuchSlide: (title, numbers) => `“${title}” has no slide ${numbers}`,
    noSuchPlace: (title, place) => `“${title}” has no ${place}`,
    atAnotherPlace: (title, place) =>
      `these words are at another place of “${title}”${place === null ? '' : `: ${place}`}`,
    inAnotherSource: (title) => `these words are in “${title}”`,
    otherWords: 'the source does not say this in these words',
    otherValue: (column, found) => `“${column}” is ${found} there`,
    unreadable: 'this calculation cannot be read',
    otherResult: (said, found) => `the calculation comes to ${found}, not ${said}`,
    inputsMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'does' : 'do'} not stand in the footnotes that the calculation names`,
    noSuchFootnote: (labels) =>
      `the calculation names ${labels.join(', ')}, and there is no such footnote`,
    circle: 'the calculation rests on itself',
    wrongBase: (label) => `the calculation uses ${label}, which does not come out`,
    unitsMixed: (one, other) => `the units do not fit: ${one} and ${other}`,
    otherSign: (figure, found) => `${figure}: the source gives ${found}`,
    oppositeWord: (said, found) => `the source says “${found}”, not “${said}”`,
    notOwn: (figures, reason) =>
      join([`${figures.join(', ')}: no source gives it`, reason !== '' && reason]),
    inNoSource: 'no given source contains these words',
    figuresMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'does' : 'do'} not occur in the cited passage`,
    otherUnit: (figure, found) => `the source gives ${figure} in another unit (${found})`,
    percentForPoints: (figure) =>
      `${figure}: the source’s change is in the other of percent and percentage points`,
    otherPeriod: (figure, found) => `${figure}: the source gives this figure for ${found}`,
    otherCell: (figure, found) => `${figure} is the figure of “${found}”`,
    uncitedFigures: (figures) => `no source is given for ${figures.join(', ')}`,
    uncitedFact: 'no source is given for this statement',
    unproven: (title, figures) =>
      figures.length === 0
        ? `“${title}” does not prove this itself`
        : `${figures.join(', ')}: “${title}” says so, and no source does`,
    counts: ({ total, altered, missingSource, unjudged }) => {
      if (total === 0) return 'no citation to check';
      const checked = `${total} ${total === 1 ? 'citation' : 'citations'} checked`;
      if (altered + missingSource + unjudged === 0) return `${checked}, all verified`;
      return join([
        checked,
        altered > 0 && `${altered} altered`,
        missingSource > 0 && `${missingSource} without a source`,
        unjudged > 0 && `${unjudged} not judged`,
      ]);
    },
  },
  de: {
    saysNothing: 'die Fußnote nennt keine Quelle',
    addressNotGiven: (address) =>
      address === null ? 'diese Adresse liegt nicht vor' : `die Adresse ${address} liegt nicht vor`,
    noSuchSource: 'eine Quelle dieses Namens liegt nicht vor',
    noSuchPage: (title, numbers) => `„${title}“ hat keine Seite ${numbers}`,
    noSuchSlide: (title, numbers) => `„${title}“ hat keine Folie ${numbers}`,
    noSuchPlace: (title, place) => `„${title}“ enthält die Stelle „${place}“ nicht`,
    atAnotherPlace: (title, place) =>
      `diese Worte stehen an anderer Stelle in „${title}“${place === null ? '' : `: ${place}`}`,
    inAnotherSource: (title) => `diese Worte stehen in „${title}“`,
    otherWords: 'die Quelle sagt dies nicht in diesen Worten',
    otherValue: (column, found) => `„${column}“ ist dort ${found}`,
    unreadable: 'diese Rechnung ist nicht lesbar',
    otherResult: (said, found) => `die Rechnung ergibt ${found}, nicht ${said}`,
    inputsMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'steht' : 'stehen'} nicht in den Fußnoten, die die Rechnung nennt`,
    noSuchFootnote: (labels) =>
      `die Rechnung nennt ${labels.join(', ')}; eine solche Fußnote gibt es nicht`,
    circle: 'die Rechnung beruht auf sich selbst',
    wrongBase: (label) => `die Rechnung verwendet ${label}, und dort geht die Rechnung nicht auf`,
    unitsMixed: (one, other) => `die Einheiten passen nicht zusammen: ${one} und ${other}`,
    otherSign: (figure, found) => `${figure}: die Quelle nennt ${found}`,
    oppositeWord: (said, found) => `die Quelle sagt „${found}“, nicht „${said}“`,
    notOwn: (figures, reason) =>
      join([`${figures.join(', ')}: keine Quelle nennt dies`, reason !== '' && reason]),
    inNoSource: 'keine der vorliegenden Quellen enthält diese Worte',
    figuresMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'steht' : 'stehen'} nicht an der zitierten Stelle`,
    otherUnit: (figure, found) => `die Quelle nennt ${figure} in einer anderen Einheit (${found})`,
    percentForPoints: (figure) =>
      `${figure}: Prozent und Prozentpunkte sind gegenüber der Quelle vertauscht`,
    otherPeriod: (figure, found) => `${figure}: die Quelle nennt diese Zahl für ${found}`,
    otherCell: (figure, found) => `${figure} ist der Wert von „${found}“`,
    uncitedFigures: (figures) => `für ${figures.join(', ')} ist keine Quelle angegeben`,
    uncitedFact: 'für diese Aussage ist keine Quelle angegeben',
    unproven: (title, figures) =>
      figures.length === 0
        ? `„${title}“ belegt dies selbst nicht`
        : `${figures.join(', ')}: das sagt „${title}“, aber keine Quelle`,
    counts: ({ total, altered, missingSource, unjudged }) => {
      if (total === 0) return 'keine Zitate zu prüfen';
      const checked = `${total} ${total === 1 ? 'Zitat' : 'Zitate'} geprüft`;
      if (altered + missingSource + unjudged === 0)
        return `${checked}, ${total === 1 ? 'belegt' : 'alle belegt'}`;
      return join([
        checked,
        altered > 0 && `${altered} abweichend`,
        missingSource > 0 && `${missingSource} ohne Quelle`,
        unjudged > 0 && `${unjudged} nicht beurteilt`,
      ]);
    },
  },
  fr: {
    saysNothing: 'la note n’indique aucune source',
    addressNotGiven: (address) =>
      address === null
        ? 'cette adresse n’a pas été fournie'
        : `l’adresse ${address} n’a pas été fournie`,
    noSuchSource: 'aucune source de ce nom n’a été fournie',
    noSuchPage: (title, numbers) => `« ${title} » n’a pas de page ${numbers}`,
    noSuchSlide: (title, numbers) => `« ${title} » n’a pas de diapositive ${numbers}`,
    noSuchPlace: (title, place) => `« ${title} » ne contient pas « ${place} »`,
    atAnotherPlace: (title, place) =>
      `ces mots figurent ailleurs dans « ${title} »${place === null ? '' : ` : ${place}`}`,
    inAnotherSource: (title) => `ces mots figurent dans « ${title} »`,
    otherWords: 'la source ne le dit pas en ces termes',
    otherValue: (column, found) => `« ${column} » y vaut ${found}`,
    unreadable: 'ce calcul ne peut pas être lu',
    otherResult: (said, found) => `le calcul donne ${found}, et non ${said}`,
    inputsMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'ne figure' : 'ne figurent'} pas dans les notes que le calcul nomme`,
    noSuchFootnote: (labels) =>
      `le calcul renvoie à ${labels.join(', ')}, et cette note n’existe pas`,
    circle: 'le calcul repose sur lui-même',
    wrongBase: (label) => `le calcul utilise ${label}, dont le résultat n’est pas exact`,
    unitsMixed: (one, other) => `les unités ne vont pas ensemble : ${one} et ${other}`,
    otherSign: (figure, found) => `${figure} : la source donne ${found}`,
    oppositeWord: (said, found) => `la source dit « ${found} », et non « ${said} »`,
    notOwn: (figures, reason) =>
      join([`${figures.join(', ')} : aucune source ne l’indique`, reason !== '' && reason]),
    inNoSource: 'aucune des sources fournies ne contient ces mots',
    figuresMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'ne figure' : 'ne figurent'} pas dans le passage cité`,
    otherUnit: (figure, found) => `la source donne ${figure} dans une autre unité (${found})`,
    percentForPoints: (figure) => `${figure} : pour cent et points de pourcentage sont confondus`,
    otherPeriod: (figure, found) => `${figure} : la source donne ce chiffre pour ${found}`,
    otherCell: (figure, found) => `${figure} est la valeur de « ${found} »`,
    uncitedFigures: (figures) => `aucune source n’est indiquée pour ${figures.join(', ')}`,
    uncitedFact: 'aucune source n’est indiquée pour cette affirmation',
    unproven: (title, figures) =>
      figures.length === 0
        ? `« ${title} » ne le prouve pas`
        : `${figures.join(', ')} : « ${title} » le dit, mais aucune source`,
    counts: ({ total, altered, missingSource, unjudged }) => {
      if (total === 0) return 'aucune citation à contrôler';
      const checked = total === 1 ? '1 citation contrôlée' : `${total} citations contrôlées`;
      if (altered + missingSource + unjudged === 0)
        return `${checked}, ${total === 1 ? 'vérifiée' : 'toutes vérifiées'}`;
      return join([
        checked,
        altered > 0 && `${altered} ${altered === 1 ? 'divergente' : 'divergentes'}`,
        missingSource > 0 && `${missingSource} sans source`,
        unjudged > 0 && `${unjudged} ${unjudged === 1 ? 'non jugée' : 'non jugées'}`,
      ]);
    },
  },
  es: {
    saysNothing: 'la nota no indica ninguna fuente',
    addressNotGiven: (address) =>
      address === null
        ? 'esta dirección no se ha facilitado'
        : `la dirección ${address} no se ha facilitado`,
    noSuchSource: 'no se ha facilitado ninguna fuente con este nombre',
    noSuchPage: (title, numbers) => `«${title}» no tiene página ${numbers}`,
    noSuchSlide: (title, numbers) => `«${title}» no tiene diapositiva ${numbers}`,
    noSuchPlace: (title, place) => `«${title}» no contiene «${place}»`,
    atAnotherPlace: (title, place) =>
      `estas palabras figuran en otro lugar de «${title}»${place === null ? '' : `: ${place}`}`,
    inAnotherSource: (title) => `estas palabras figuran en «${title}»`,
    otherWords: 'la fuente no lo dice con estas palabras',
    otherValue: (column, found) => `«${column}» es allí ${found}`,
    unreadable: 'este cálculo no se puede leer',
    otherResult: (said, found) => `el cálculo da ${found}, no ${said}`,
    inputsMissing: (figures) =>
      `${figures.join(', ')} no ${figures.length === 1 ? 'figura' : 'figuran'} en las notas que nombra el cálculo`,
    noSuchFootnote: (labels) => `el cálculo remite a ${labels.join(', ')}, y esa nota no existe`,
    circle: 'el cálculo se basa en sí mismo',
    wrongBase: (label) => `el cálculo usa ${label}, cuyo resultado no cuadra`,
    unitsMixed: (one, other) => `las unidades no encajan: ${one} y ${other}`,
    otherSign: (figure, found) => `${figure}: la fuente da ${found}`,
    oppositeWord: (said, found) => `la fuente dice «${found}», no «${said}»`,
    notOwn: (figures, reason) =>
      join([`${figures.join(', ')}: ninguna fuente lo da`, reason !== '' && reason]),
    inNoSource: 'ninguna de las fuentes facilitadas contiene estas palabras',
    figuresMissing: (figures) =>
      `${figures.join(', ')} no ${figures.length === 1 ? 'figura' : 'figuran'} en el pasaje citado`,
    otherUnit: (figure, found) => `la fuente da ${figure} en otra unidad (${found})`,
    percentForPoints: (figure) => `${figure}: se confunden porcentaje y puntos porcentuales`,
    otherPeriod: (figure, found) => `${figure}: la fuente da esta cifra para ${found}`,
    otherCell: (figure, found) => `${figure} es el valor de «${found}»`,
    uncitedFigures: (figures) => `no se indica ninguna fuente para ${figures.join(', ')}`,
    uncitedFact: 'no se indica ninguna fuente para esta afirmación',
    unproven: (title, figures) =>
      figures.length === 0
        ? `«${title}» no lo demuestra`
        : `${figures.join(', ')}: lo dice «${title}», pero ninguna fuente`,
    counts: ({ total, altered, missingSource, unjudged }) => {
      if (total === 0) return 'ninguna cita que comprobar';
      const checked = total === 1 ? '1 cita comprobada' : `${total} citas comprobadas`;
      if (altered + missingSource + unjudged === 0)
        return `${checked}, ${total === 1 ? 'verificada' : 'todas verificadas'}`;
      return join([
        checked,
        altered > 0 && `${altered} ${altered === 1 ? 'discrepante' : 'discrepantes'}`,
        missingSource > 0 && `${missingSource} sin fuente`,
        unjudged > 0 && `${unjudged} sin juzgar`,
      ]);
    },
  },
  ja: {
    saysNothing: '脚注に出典の記載がありません',
    addressNotGiven: (address) =>
      address === null
        ? 'このアドレスは提供されていません'
        : `アドレス ${address} は提供されていません`,
    noSuchSource: 'この名称の出典は提供されていません',
    noSuchPage: (title, numbers) => `「${title}」に${numbers}ページはありません`,
    noSuchSlide: (title, numbers) => `「${title}」にスライド${numbers}はありません`,
    noSuchPlace: (title, place) => `「${title}」に「${place}」という箇所はありません`,
    atAnotherPlace: (title, place) =>
      `この文言は「${title}」の別の箇所にあります${place === null ? '' : `（${place}）`}`,
    inAnotherSource: (title) => `この文言は「${title}」にあります`,
    otherWords: '出典の記載はこの文言と異なります',
    otherValue: (column, found) => `「${column}」はそこでは${found}です`,
    unreadable: 'この計算は読み取れません',
    otherResult: (said, found) => `計算の結果は${said}ではなく${found}です`,
    inputsMissing: (figures) => `計算が挙げる脚注に${figures.join('、')}の記載がありません`,
    noSuchFootnote: (labels) => `計算が示す脚注${labels.join('、')}がありません`,
    circle: 'この計算は自分自身の結果に基づいています',
    wrongBase: (label) => `この計算が使う${label}の計算が合いません`,
    unitsMixed: (one, other) => `単位が合いません（${one}と${other}）`,
    otherSign: (figure, found) => `${figure}：出典では${found}です`,
    oppositeWord: (said, found) => `出典の記載は「${said}」ではなく「${found}」です`,
    notOwn: (figures, reason) =>
      join([`${figures.join('、')}を示す出典がありません`, reason !== '' && reason]),
    inNoSource: '提供された出典にこの文言はありません',
    figuresMissing: (figures) => `引用箇所に${figures.join('、')}の記載がありません`,
    otherUnit: (figure, found) => `出典では${figure}の単位が異なります（${found}）`,
    percentForPoints: (figure) => `${figure}：パーセントとポイントが出典と食い違っています`,
    otherPeriod: (figure, found) => `${figure}：出典ではこの数値は${found}のものです`,
    otherCell: (figure, found) => `${figure}は「${found}」の値です`,
    uncitedFigures: (figures) => `${figures.join('、')}に出典がありません`,
    uncitedFact: 'この記述に出典がありません',
    unproven: (title, figures) =>
      figures.length === 0
        ? `「${title}」自体が裏付けられていません`
        : `${figures.join('、')}：「${title}」の記載のみで、出典がありません`,
    counts: ({ total, altered, missingSource, unjudged }) => {
      if (total === 0) return '確認対象の引用はありません';
      const checked = `引用${total}件を確認`;
      if (altered + missingSource + unjudged === 0) return `${checked}、すべて一致`;
      return [
        checked,
        altered > 0 && `相違${altered}件`,
        missingSource > 0 && `出典なし${missingSource}件`,
        unjudged > 0 && `未判定${unjudged}件`,
      ]
        .filter((part) => part !== false)
        .join('、');
    },
  },
};
