import type { Language } from '@ecp/language/language';

/** The words in which the check gives its reasons. */
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
  inNoSource: string;
  figuresMissing: (figures: string[]) => string;
  otherUnit: (figure: string, found: string) => string;
  percentForPoints: (figure: string) => string;
  otherPeriod: (figure: string, found: string) => string;
  otherCell: (figure: string, found: string) => string;
  otherRank: (found: string) => string;
  wordsMissing: (words: string[]) => string;
  direction: string;
  scope: string;
  negation: string;
  modality: string;
  comparison: string;
  cause: string;
  noBasis: (figure: string) => string;
  uncitedFigures: (figures: string[]) => string;
  uncitedFact: string;
  /** A document or colleague that says it without a source; the figures concerned, or none. */
  unproven: (title: string, figures: string[]) => string;
  /** The counts of a document's citations, without the sentence's full stop. */
  counts: (counts: { total: number; altered: number; missingSource: number }) => string;
}

const join = (parts: (string | false)[]): string => parts.filter((part) => part !== false).join(', ');

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
    inNoSource: 'no given source contains these words',
    figuresMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'does' : 'do'} not occur in the cited passage`,
    otherUnit: (figure, found) => `the source gives ${figure} in another unit (${found})`,
    percentForPoints: (figure) => `${figure}: the source’s change is in the other of percent and percentage points`,
    otherPeriod: (figure, found) => `${figure}: the source gives this figure for ${found}`,
    otherCell: (figure, found) => `${figure} is the figure of “${found}”`,
    otherRank: (found) => `in the source “${found}” has this rank`,
    wordsMissing: (words) => `the cited passage does not mention ${words.join(', ')}`,
    direction: 'the source tells the opposite direction',
    scope: 'the source says this of a part only',
    negation: 'claim and source differ in a negation',
    modality: 'the source tells a possibility or a plan, not a fact',
    comparison: 'the source compares the other way round',
    cause: 'the source does not name this cause',
    noBasis: (figure) => `the estimate ${figure} shows no basis`,
    uncitedFigures: (figures) => `no source is given for ${figures.join(', ')}`,
    uncitedFact: 'no source is given for this statement',
    unproven: (title, figures) =>
      figures.length === 0
        ? `“${title}” does not prove this itself`
        : `${figures.join(', ')}: “${title}” says so, and no source does`,
    counts: ({ total, altered, missingSource }) => {
      if (total === 0) return 'no citation to check';
      const checked = `${total} ${total === 1 ? 'citation' : 'citations'} checked`;
      if (altered + missingSource === 0) return `${checked}, all verified`;
      return join([
        checked,
        altered > 0 && `${altered} altered`,
        missingSource > 0 && `${missingSource} without a source`,
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
    inNoSource: 'keine der vorliegenden Quellen enthält diese Worte',
    figuresMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'steht' : 'stehen'} nicht an der zitierten Stelle`,
    otherUnit: (figure, found) => `die Quelle nennt ${figure} in einer anderen Einheit (${found})`,
    percentForPoints: (figure) => `${figure}: Prozent und Prozentpunkte sind gegenüber der Quelle vertauscht`,
    otherPeriod: (figure, found) => `${figure}: die Quelle nennt diese Zahl für ${found}`,
    otherCell: (figure, found) => `${figure} ist der Wert von „${found}“`,
    otherRank: (found) => `in der Quelle hat „${found}“ diesen Rang`,
    wordsMissing: (words) => `die zitierte Stelle nennt ${words.join(', ')} nicht`,
    direction: 'die Quelle nennt die entgegengesetzte Richtung',
    scope: 'die Quelle sagt dies nur von einem Teil',
    negation: 'Aussage und Quelle unterscheiden sich in einer Verneinung',
    modality: 'die Quelle nennt eine Möglichkeit oder einen Plan, keine Tatsache',
    comparison: 'die Quelle vergleicht umgekehrt',
    cause: 'die Quelle nennt diese Ursache nicht',
    noBasis: (figure) => `die Schätzung ${figure} zeigt keine Grundlage`,
    uncitedFigures: (figures) => `für ${figures.join(', ')} ist keine Quelle angegeben`,
    uncitedFact: 'für diese Aussage ist keine Quelle angegeben',
    unproven: (title, figures) =>
      figures.length === 0
        ? `„${title}“ belegt dies selbst nicht`
        : `${figures.join(', ')}: das sagt „${title}“, aber keine Quelle`,
    counts: ({ total, altered, missingSource }) => {
      if (total === 0) return 'keine Zitate zu prüfen';
      const checked = `${total} ${total === 1 ? 'Zitat' : 'Zitate'} geprüft`;
      if (altered + missingSource === 0) return `${checked}, ${total === 1 ? 'belegt' : 'alle belegt'}`;
      return join([
        checked,
        altered > 0 && `${altered} abweichend`,
        missingSource > 0 && `${missingSource} ohne Quelle`,
      ]);
    },
  },
  fr: {
    saysNothing: 'la note n’indique aucune source',
    addressNotGiven: (address) =>
      address === null ? 'cette adresse n’a pas été fournie' : `l’adresse ${address} n’a pas été fournie`,
    noSuchSource: 'aucune source de ce nom n’a été fournie',
    noSuchPage: (title, numbers) => `« ${title} » n’a pas de page ${numbers}`,
    noSuchSlide: (title, numbers) => `« ${title} » n’a pas de diapositive ${numbers}`,
    noSuchPlace: (title, place) => `« ${title} » ne contient pas « ${place} »`,
    atAnotherPlace: (title, place) =>
      `ces mots figurent ailleurs dans « ${title} »${place === null ? '' : ` : ${place}`}`,
    inAnotherSource: (title) => `ces mots figurent dans « ${title} »`,
    otherWords: 'la source ne le dit pas en ces termes',
    inNoSource: 'aucune des sources fournies ne contient ces mots',
    figuresMissing: (figures) =>
      `${figures.join(', ')} ${figures.length === 1 ? 'ne figure' : 'ne figurent'} pas dans le passage cité`,
    otherUnit: (figure, found) => `la source donne ${figure} dans une autre unité (${found})`,
    percentForPoints: (figure) => `${figure} : pour cent et points de pourcentage sont confondus`,
    otherPeriod: (figure, found) => `${figure} : la source donne ce chiffre pour ${found}`,
    otherCell: (figure, found) => `${figure} est la valeur de « ${found} »`,
    otherRank: (found) => `dans la source, « ${found} » occupe ce rang`,
    wordsMissing: (words) => `le passage cité ne mentionne pas ${words.join(', ')}`,
    direction: 'la source indique le sens contraire',
    scope: 'la source ne le dit que d’une partie',
    negation: 'l’affirmation et la source diffèrent par une négation',
    modality: 'la source parle d’une possibilité ou d’un projet, non d’un fait',
    comparison: 'la source compare en sens inverse',
    cause: 'la source ne nomme pas cette cause',
    noBasis: (figure) => `l’estimation ${figure} n’indique pas sa base`,
    uncitedFigures: (figures) => `aucune source n’est indiquée pour ${figures.join(', ')}`,
    uncitedFact: 'aucune source n’est indiquée pour cette affirmation',
    unproven: (title, figures) =>
      figures.length === 0
        ? `« ${title} » ne le prouve pas`
        : `${figures.join(', ')} : « ${title} » le dit, mais aucune source`,
    counts: ({ total, altered, missingSource }) => {
      if (total === 0) return 'aucune citation à contrôler';
      const checked = total === 1 ? '1 citation contrôlée' : `${total} citations contrôlées`;
      if (altered + missingSource === 0) return `${checked}, ${total === 1 ? 'vérifiée' : 'toutes vérifiées'}`;
      return join([
        checked,
        altered > 0 && `${altered} ${altered === 1 ? 'divergente' : 'divergentes'}`,
        missingSource > 0 && `${missingSource} sans source`,
      ]);
    },
  },
  es: {
    saysNothing: 'la nota no indica ninguna fuente',
    addressNotGiven: (address) =>
      address === null ? 'esta dirección no se ha facilitado' : `la dirección ${address} no se ha facilitado`,
    noSuchSource: 'no se ha facilitado ninguna fuente con este nombre',
    noSuchPage: (title, numbers) => `«${title}» no tiene página ${numbers}`,
    noSuchSlide: (title, numbers) => `«${title}» no tiene diapositiva ${numbers}`,
    noSuchPlace: (title, place) => `«${title}» no contiene «${place}»`,
    atAnotherPlace: (title, place) =>
      `estas palabras figuran en otro lugar de «${title}»${place === null ? '' : `: ${place}`}`,
    inAnotherSource: (title) => `estas palabras figuran en «${title}»`,
    otherWords: 'la fuente no lo dice con estas palabras',
    inNoSource: 'ninguna de las fuentes facilitadas contiene estas palabras',
    figuresMissing: (figures) =>
      `${figures.join(', ')} no ${figures.length === 1 ? 'figura' : 'figuran'} en el pasaje citado`,
    otherUnit: (figure, found) => `la fuente da ${figure} en otra unidad (${found})`,
    percentForPoints: (figure) => `${figure}: se confunden porcentaje y puntos porcentuales`,
    otherPeriod: (figure, found) => `${figure}: la fuente da esta cifra para ${found}`,
    otherCell: (figure, found) => `${figure} es el valor de «${found}»`,
    otherRank: (found) => `en la fuente, «${found}» ocupa ese lugar`,
    wordsMissing: (words) => `el pasaje citado no menciona ${words.join(', ')}`,
    direction: 'la fuente indica la dirección contraria',
    scope: 'la fuente lo dice solo de una parte',
    negation: 'la afirmación y la fuente difieren en una negación',
    modality: 'la fuente habla de una posibilidad o un plan, no de un hecho',
    comparison: 'la fuente compara al revés',
    cause: 'la fuente no nombra esta causa',
    noBasis: (figure) => `la estimación ${figure} no muestra su base`,
    uncitedFigures: (figures) => `no se indica ninguna fuente para ${figures.join(', ')}`,
    uncitedFact: 'no se indica ninguna fuente para esta afirmación',
    unproven: (title, figures) =>
      figures.length === 0
        ? `«${title}» no lo demuestra`
        : `${figures.join(', ')}: lo dice «${title}», pero ninguna fuente`,
    counts: ({ total, altered, missingSource }) => {
      if (total === 0) return 'ninguna cita que comprobar';
      const checked = total === 1 ? '1 cita comprobada' : `${total} citas comprobadas`;
      if (altered + missingSource === 0) return `${checked}, ${total === 1 ? 'verificada' : 'todas verificadas'}`;
      return join([
        checked,
        altered > 0 && `${altered} ${altered === 1 ? 'discrepante' : 'discrepantes'}`,
        missingSource > 0 && `${missingSource} sin fuente`,
      ]);
    },
  },
  ja: {
    saysNothing: '脚注に出典の記載がありません',
    addressNotGiven: (address) =>
      address === null ? 'このアドレスは提供されていません' : `アドレス ${address} は提供されていません`,
    noSuchSource: 'この名称の出典は提供されていません',
    noSuchPage: (title, numbers) => `「${title}」に${numbers}ページはありません`,
    noSuchSlide: (title, numbers) => `「${title}」にスライド${numbers}はありません`,
    noSuchPlace: (title, place) => `「${title}」に「${place}」という箇所はありません`,
    atAnotherPlace: (title, place) =>
      `この文言は「${title}」の別の箇所にあります${place === null ? '' : `（${place}）`}`,
    inAnotherSource: (title) => `この文言は「${title}」にあります`,
    otherWords: '出典の記載はこの文言と異なります',
    inNoSource: '提供された出典にこの文言はありません',
    figuresMissing: (figures) => `引用箇所に${figures.join('、')}の記載がありません`,
    otherUnit: (figure, found) => `出典では${figure}の単位が異なります（${found}）`,
    percentForPoints: (figure) => `${figure}：パーセントとポイントが出典と食い違っています`,
    otherPeriod: (figure, found) => `${figure}：出典ではこの数値は${found}のものです`,
    otherCell: (figure, found) => `${figure}は「${found}」の値です`,
    otherRank: (found) => `出典でこの順位にあるのは「${found}」です`,
    wordsMissing: (words) => `引用箇所に${words.join('、')}の記載がありません`,
    direction: '出典では増減の方向が逆です',
    scope: '出典は一部についてのみ述べています',
    negation: '否定の有無が出典と異なります',
    modality: '出典は可能性や計画を述べており、事実としていません',
    comparison: '出典の比較とは逆になっています',
    cause: '出典にこの因果関係の記載はありません',
    noBasis: (figure) => `推定値${figure}の根拠が示されていません`,
    uncitedFigures: (figures) => `${figures.join('、')}に出典がありません`,
    uncitedFact: 'この記述に出典がありません',
    unproven: (title, figures) =>
      figures.length === 0
        ? `「${title}」自体が裏付けられていません`
        : `${figures.join('、')}：「${title}」の記載のみで、出典がありません`,
    counts: ({ total, altered, missingSource }) => {
      if (total === 0) return '確認対象の引用はありません';
      const checked = `引用${total}件を確認`;
      if (altered + missingSource === 0) return `${checked}、すべて一致`;
      return [checked, altered > 0 && `相違${altered}件`, missingSource > 0 && `出典なし${missingSource}件`]
        .filter((part) => part !== false)
        .join('、');
    },
  },
};
