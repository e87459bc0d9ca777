/**
 * Words by which a text of any language may say that a value is below zero, is subtracted, or has
 * fallen.
 */
const loss = new RegExp(
  [
    String.raw`(?<!\p{L})(?:loss(?:es)?|lost|lose[sd]?|losing|deficits?|negative(?:ly)?|minus|less|fewer|lower\p{L}*|below|under\p{L}*|short\p{L}*|down\p{L}*|fell|fall\p{L}*|decline\p{L}*|declining|decreas\p{L}*|drop\p{L}*|shrank|shrunk|shrink\p{L}*|shed\p{L}*|contract\p{L}*|reduc\p{L}*|cut\p{L}*|worse\p{L}*|weak\p{L}*|debts?|borrow\p{L}*|liabilit\p{L}*|owe[sd]?|outflows?|used|spen[dt]\p{L}*|paid|pay(?:s|ing|ments?)?|costs?|expens\p{L}*|charges?|tax\p{L}*|depreciation|amorti[sz]\p{L}*|impair\p{L}*|write-?\p{L}*|provision\p{L}*|repay\p{L}*|repurchase\p{L}*|buy\p{L}*|bought|purchas\p{L}*|acqui\p{L}*|invest\p{L}*|capex|deduct\p{L}*|subtract\p{L}*|discount\p{L}*|credit\p{L}*|burn\p{L}*|consum\p{L}*|slump\p{L}*|slid\p{L}*|slip\p{L}*|sank|sink\p{L}*|plung\p{L}*|tumbl\p{L}*|collaps\p{L}*|recess\p{L}*|off|away|error|deviation|gap|miss\p{L}*|behind|red|forfeit\p{L}*|vested|retire\p{L}*|withdr\p{L}*|dividend\p{L}*|distribut\p{L}*|erod\p{L}*|erosion|lagg\p{L}*|trail\p{L}*|neither|nor|not?|never|swing|swung|turn(?:ed|s|ing)?)(?!\p{L})`,
    String.raw`\p{L}*(?:verlust|defizit|fehlbetr|rückgang|rückgäng|einbu|abfluss|abflüss|schulden|kosten|aufw[aä]nd|abschreib|ausgab|ausgeg|steuer|minder|negativ)\p{L}*|(?<!\p{L})(?:minus|weniger|unter\p{L}*|sank\p{L}*|sink\p{L}*|gesunken|fiel\p{L}*|fallen|gefallen|schrumpf\p{L}*|geschrumpft|nieder\p{L}*|ab\p{L}*|verlor\p{L}*|verlier\p{L}*|zahl\p{L}*|gezahlt|bezahl\p{L}*|reduzier\p{L}*|gekürzt|kürz\p{L}*|schwäch\p{L}*|schlecht\p{L}*|verschlecht\p{L}*|kredit\p{L}*|nicht|kein\p{L}*|rot\p{L}*)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:pertes?|perd\p{L}*|déficit\p{L}*|négati\p{L}*|moins|baiss\p{L}*|recul\p{L}*|dimin\p{L}*|chut\p{L}*|rédui\p{L}*|rédu\p{L}*|régress\p{L}*|repli\p{L}*|inférieur\p{L}*|sous|dettes?|charges?|coûts?|dépens\p{L}*|décaiss\p{L}*|pay\p{L}*|vers\p{L}*|impôts?|amortiss\p{L}*|contract\p{L}*|sortie\p{L}*|pas|ni|aucun\p{L}*)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:pérdidas?|perd\p{L}*|perdió|déficit|negativ\p{L}*|menos|menor\p{L}*|baj\p{L}*|cay\p{L}*|caíd\p{L}*|cae\p{L}*|descen\p{L}*|disminu\p{L}*|redu\p{L}*|retroce\p{L}*|deud\p{L}*|gast\p{L}*|cost\p{L}*|coste\p{L}*|pag\p{L}*|impuesto\p{L}*|amortiz\p{L}*|salida\p{L}*|inferior\p{L}*|debajo|contra\p{L}*|no|ni|ningun\p{L}*)(?!\p{L})`,
    '[損赤減負下落縮悪債払費税▲△失]|マイナス|支出|流出|不足|未達|割り込|ない|ず|ません',
  ].join('|'),
  'iu',
);
/** Words that name a positive result. */
const gain =
  /(?<!\p{L})(?:profits?|surplus(?:es)?|positive|plus|gains?|gewinne?s?|überschuss\p{L}*|überschüsse\p{L}*|positiv\p{L}*|bénéfices?|excédents?|positif\p{L}*|beneficios?|ganancias?|superávit|positiv[oa]s?)(?!\p{L})|利益|黒字|プラス/iu;
/** Words for growth, which name the sign of a change. */
const growth =
  /(?<!\p{L})(?:grew|grow(?:s|n|ing)?|rose|rise[ns]?|rising|increas(?:e|ed|es|ing)|climbed|gained|wuchs(?:en)?|wächst|gewachsen|stieg(?:en)?|steigt|gestiegen|nahm(?:en)? zu|croît|progress(?:é|e|er|ent)|augment(?:é|e|er|ent)|crec(?:ió|e|en|ieron|ido)|subi(?:ó|eron|do)|aument(?:ó|a|an|aron|ado))(?!\p{L})|増加|増え|成長|上昇|伸び/iu;

/**
 * True if a text has a word by which it may say that a value is negative. It is broad: it only
 * leads to a question.
 */
export const namesLoss = (text: string): boolean => loss.test(text);

/** True if a text names a positive result, or growth where the value is a change. */
export const namesGain = (text: string, isChange: boolean): boolean =>
  gain.test(text) || (isChange && growth.test(text));

/** Returns a text without the words for signs before its numbers. */
export const withoutSigns = (text: string): string =>
  text.replace(
    /(?<!\p{L})(?:minus|moins|menos|plus|más)\s(?=[\d$€£¥]|[A-Z]{3}\s?\d)|マイナス(?=\d)|[▲△](?=\d)/giu,
    '',
  );
