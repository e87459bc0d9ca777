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
