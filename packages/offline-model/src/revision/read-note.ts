import type { Language } from '@ecp/language/language';
import { cleanLine, clipText } from '../text/clean-line.ts';
import { isTopicWord, readWords, stemWord, type Word } from '../text/read-words.ts';

/** The request of a reviewer's note or an observer's issue, as far as extraction can do it. */
export interface NoteRequest {
  /** The note itself on one line. */
  note: string;
  action: 'shorten' | 'remove' | 'add';
  /** The words that the note is about; empty for a note on the whole document. */
  topic: Word[];
  /** The words in quotation marks; empty for none. */
  quoted: string;
  /** True when the note asks for more on its topic. Extraction answers nothing else by adding statements. */
  asksForMore: boolean;
  /** True when the note also asks for a form, a wording or a judgement, which extraction cannot supply. */
  needsWriter: boolean;
}

interface NoteWords {
  shorten: RegExp;
  remove: RegExp;
  more: RegExp;
  needsWriter: RegExp;
  /** Words with which a note refers to the document itself. They are no topic. */
  document: string;
}

const noteWords: Record<Language, NoteWords> = {
  en: {
    shorten:
      /\b(?:shorten|shorter|too long|concise|condense|trim|tighten|cut (?:it )?down|less (?:text|detail)|fewer|half the length)\b/i,
    remove: /\b(?:remove|delete|drop|leave out|take out|omit|strike|get rid of)\b/i,
    more: /\b(?:add|include|mention|say|tell|show|cover|name|list|give|address|discuss|describe|consider|cite|quote|weak|thin|vague|too short|more|deeper|expand|elaborate|details?|about|missing|miss|lack\w*|without|nothing|where (?:is|are))\b/i,
    needsWriter:
      /\b(?:tables?|charts?|matrix|diagram|recommend\w*|rewrite|rephrase|reword|explain|assess|compare|judge|weigh|why|conclu\w*|summar\w*|argue|clearer|tone|first|top|start|begin\w*|opening|sentences?|choose|decide|pick|prioriti[sz]e|side by side)\b/i,
    document:
      'shorten shorter long length concise condense trim tighten remove delete drop omit strike leave take row column paragraph bullet text page chapter document version reader clearer clear deeper depth dig longer extend elaborate executive title heading word half third twice much many little bit lot really quite also lacks lacking put bring wants wanted like dont doesn isn too less fewer evidence citation reference back stands check checked correct wrong rewrite rephrase improve strengthen strong weak thin discuss discussion speak mention treat talk reviewer comment great nice fine otherwise thanks thank perfect excellent ok okay love happy agree approved focus focused attached attachment top beginning table',
  },
  de: {
    shorten: /(?<!\p{L})(?:kürzen|kürze[nr]?|kürzer|gekürzt|zu lang|knapper|straffen|weniger text)(?!\p{L})/iu,
    remove: /(?<!\p{L})(?:entfernen|entferne|streichen|streiche|löschen|lösche|weglassen|herausnehmen)(?!\p{L})/iu,
    more: /(?<!\p{L})(?:ergänz\p{L}*|hinzu\p{L}*|füg\p{L}*|aufnehm\p{L}*|nimm|nehmen|erwähn\p{L}*|nenn\p{L}*|behandel\p{L}*|beleg\p{L}*|dünn|schwach|zu kurz|sag\p{L}*|zeig\p{L}*|mehr|ausführlich\p{L}*|detail\p{L}*|genauer|fehl\p{L}*|über|zu[mr]?|eingehen|was ist mit|wo (?:ist|sind|bleib\p{L}*))(?!\p{L})/iu,
    needsWriter:
      /(?<!\p{L})(?:tabellen?|diagramm|grafik|empfehl\p{L}*|umschreiben|umformulieren|formulier\p{L}*|erklär\p{L}*|bewert\p{L}*|vergleich\p{L}*|beurteil\p{L}*|abwäg\p{L}*|warum|schlussfolger\p{L}*|zusammenfass\p{L}*|verständlicher|zuerst|anfang|beginn\p{L}*|satz|sätze\p{L}*|wähl\p{L}*|entscheid\p{L}*)(?!\p{L})/iu,
    document:
      'kürzen kürzer lang knapper straffen entfernen streichen löschen weglassen herausnehmen text seite kapitel abschnitt dokument fassung leser klarer deutlicher tiefer länger wort wörter hälfte viel ergänzen ergänze hinzufügen aufnehmen eingehen sagen sagt beleg belege zitat verweis richtig falsch verbessern schwach dünn behandeln erwähnen entwurf prüfer kommentar gut danke super bitte',
  },
  fr: {
    shorten: /(?<!\p{L})(?:raccourci\p{L}*|plus courte?|trop longue?|condenser?|abréger?|allége[rz]?)(?!\p{L})/iu,
    remove: /(?<!\p{L})(?:supprime[rz]?|enleve[rz]?|enlève|retire[rz]?|ôte[rz]?)(?!\p{L})/iu,
    more: /(?<!\p{L})(?:ajout\p{L}*|complét\p{L}*|mentionn\p{L}*|trait\p{L}*|aborde\p{L}*|faible|trop court|dire|dites|dit|parl\p{L}*|montr\p{L}*|inclu\p{L}*|davantage|plus (?:de|d['’]|sur)|détail\p{L}*|manqu\p{L}*|quid|sur|où (?:est|sont))(?!\p{L})/iu,
    needsWriter:
      /(?<!\p{L})(?:tableaux?|graphique|recommand\p{L}*|réécri\p{L}*|reformul\p{L}*|expliqu\p{L}*|évalu\p{L}*|compar\p{L}*|juge\p{L}*|pourquoi|conclu\p{L}*|résum\p{L}*|plus clair|d['’]abord|au début|commenc\p{L}*|phrases?|chois\p{L}*|décid\p{L}*)(?!\p{L})/iu,
    document:
      'raccourcir court courte long longue supprimer enlever retirer texte page chapitre section document version lecteur clair claire profond mot mots moitié beaucoup ajouter ajoutez ajoute compléter dire dit preuve preuves citation renvoi correct faux améliorer faible traiter mentionner projet relecteur commentaire bien merci parler',
  },
  es: {
    shorten:
      /(?<!\p{L})(?:acort\p{L}*|más corto|demasiado largo|resumi[rd]\p{L}*|conden\p{L}*|abrevi\p{L}*)(?!\p{L})/iu,
    remove: /(?<!\p{L})(?:elimin\p{L}*|quit(?:ar|en|e)|borr(?:ar|en|e)|suprim\p{L}*)(?!\p{L})/iu,
    more: /(?<!\p{L})(?:añad\p{L}*|agreg\p{L}*|inclu\p{L}*|mencion\p{L}*|trat(?:ar|en|e)|abord\p{L}*|débil|demasiado corto|deci\p{L}*|digan?|muestr\p{L}*|mostrar|habl\p{L}*|más|detall\p{L}*|falta\p{L}*|sobre|dónde (?:está|están))(?!\p{L})/iu,
    needsWriter:
      /(?<!\p{L})(?:tablas?|gráfico|recom\p{L}*|reescrib\p{L}*|reformul\p{L}*|expli\p{L}*|evalú\p{L}*|compar\p{L}*|juzg\p{L}*|por qué|conclu\p{L}*|más claro|primero|al principio|comienz\p{L}*|empez\p{L}*|empiec\p{L}*|frases?|elij\p{L}*|eleg\p{L}*|decid\p{L}*)(?!\p{L})/iu,
    document:
      'acortar corto largo eliminar quitar borrar suprimir texto página capítulo sección documento versión lector claro profundo palabra palabras mitad mucho añadir añadan añada completar decir dice evidencia evidencias cita referencia correcto incorrecto mejorar débil tratar mencionar borrador revisor comentario bien gracias hablar',
  },
  ja: {
    shorten: /短く|短縮|長すぎ|簡潔|要約/u,
    remove: /削除|省い|取り除|外して|消して/u,
    more: /追加|加え|補足|記述|言及|含め|もっと|詳し|詳細|不足|欠け|ついて|触れ|載せ|述べ|弱い|短すぎ/u,
    needsWriter:
      /表に|グラフ|図|推奨|提言|書き直|言い換え|説明|評価|比較|判断|なぜ|結論|分かりやすく|最初に|冒頭|一文|選ん|選び|決め/u,
    document:
      '短く 短縮 簡潔 削除 節 章 文 文章 本文 ページ 版 読者 追加 補足 記述 言及 根拠 引用 出典 草稿 数値 コメント',
  },
};
const allWords = Object.values(noteWords);
const documentStems = new Set(
  allWords.flatMap(({ document }) => document.split(/\s+/).map((word) => stemWord(word.toLowerCase()))),
);
const maxTopicWords = 6;
/** A note of so few topic words and no verb that is known names its topic alone: “Japan”. */
const maxBareWords = 2;

/** Reads one note in any language. A topic in quotation marks comes before the other words. */
export function readNote(note: string): NoteRequest {
  const line = clipText(cleanLine(note.slice(0, 8000)), 2000);
  const has = (kind: 'shorten' | 'remove' | 'more' | 'needsWriter') => allWords.some((words) => words[kind].test(line));
  const quoted = /[“„"«「]\s?([^”“"»」]{2,120}?)\s?[”“"»」]/u.exec(line)?.[1] ?? '';
  const words = readWords(quoted || line).filter((word) => isTopicWord(word) && !documentStems.has(word.stem));
  const needsWriter = has('needsWriter');
  const unique = new Map(words.map((word) => [word.stem, word] as const));
  return {
    note: line,
    action: has('shorten') ? 'shorten' : has('remove') ? 'remove' : 'add',
    topic: [...unique.values()].slice(0, maxTopicWords),
    quoted,
    asksForMore: has('more') || /[?？]\s*$/.test(line) || (!needsWriter && unique.size <= maxBareWords),
    needsWriter,
  };
}

/** Splits a reviewer's note into its separate requests: lines, list items, sentences. */
export function splitNote(note: string): string[] {
  const parts = note
    .slice(0, 8000)
    .split(
      /\r?\n+|(?<=[.!?;])\s+(?=[\p{Lu}“"„«])|(?<=[。！？])|;\s+|,?\s+and\s+(?=(?:add|remove|drop|delete|shorten|include|show|put|make|give|say)\b)/u,
    )
    .map((part) => cleanLine(part.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '')))
    .filter((part) => /\p{L}/u.test(part));
  return parts.slice(0, 12);
}
