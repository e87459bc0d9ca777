import type { Language } from './language.ts';

/** Reasons that stand in the cells of a grid. */
interface GridTexts {
  notOfType: Record<'number' | 'date' | 'boolean', string>;
  noQuote: string;
  otherInSentence: (found: string) => string;
  notFoundInPart: string;
  noText: string;
  notRead: string;
  noAnswer: (message: string) => string;
}

/** The reasons by the language of the engagement. */
export const gridTexts: Record<Language, GridTexts> = {
  en: {
    notOfType: {
      number: 'The answer is not one number.',
      date: 'The answer is not one day.',
      boolean: 'The answer is neither yes nor no.',
    },
    noQuote: 'The answer quotes no words of the file.',
    otherInSentence: (found) => `The sentence of the answer says ${found}.`,
    notFoundInPart: 'The part of the file that was read does not say it.',
    noText: 'The file has no text that can be read.',
    notRead: 'The file has not been read yet.',
    noAnswer: (message) => `No model has answered: ${message}`,
  },
  de: {
    notOfType: {
      number: 'Die Antwort ist nicht genau eine Zahl.',
      date: 'Die Antwort ist nicht genau ein Tag.',
      boolean: 'Die Antwort ist weder ja noch nein.',
    },
    noQuote: 'Die Antwort zitiert keine Worte der Datei.',
    otherInSentence: (found) => `Der Satz der Antwort nennt ${found}.`,
    notFoundInPart: 'Der gelesene Teil der Datei sagt es nicht.',
    noText: 'Die Datei hat keinen lesbaren Text.',
    notRead: 'Die Datei ist noch nicht gelesen.',
    noAnswer: (message) => `Kein Modell hat geantwortet: ${message}`,
  },
  fr: {
    notOfType: {
      number: 'La réponse n’est pas un seul nombre.',
      date: 'La réponse n’est pas un seul jour.',
      boolean: 'La réponse n’est ni oui ni non.',
    },
    noQuote: 'La réponse ne cite aucun mot du fichier.',
    otherInSentence: (found) => `La phrase de la réponse dit ${found}.`,
    notFoundInPart: 'La partie lue du fichier ne le dit pas.',
    noText: 'Le fichier n’a pas de texte lisible.',
    notRead: 'Le fichier n’a pas encore été lu.',
    noAnswer: (message) => `Aucun modèle n’a répondu : ${message}`,
  },
  es: {
    notOfType: {
      number: 'La respuesta no es un solo número.',
      date: 'La respuesta no es un solo día.',
      boolean: 'La respuesta no es ni sí ni no.',
    },
    noQuote: 'La respuesta no cita palabras del archivo.',
    otherInSentence: (found) => `La frase de la respuesta dice ${found}.`,
    notFoundInPart: 'La parte leída del archivo no lo dice.',
    noText: 'El archivo no tiene texto legible.',
    notRead: 'El archivo aún no se ha leído.',
    noAnswer: (message) => `Ningún modelo ha respondido: ${message}`,
  },
  ja: {
    notOfType: {
      number: '回答は一つの数値ではありません。',
      date: '回答は一つの日付ではありません。',
      boolean: '回答は「はい」でも「いいえ」でもありません。',
    },
    noQuote: '回答はファイルの文言を引用していません。',
    otherInSentence: (found) => `回答の文では${found}となっています。`,
    notFoundInPart: 'ファイルの読み取った部分には記載がありません。',
    noText: 'ファイルには読み取れる文章がありません。',
    notRead: 'ファイルはまだ読み取られていません。',
    noAnswer: (message) => `どのモデルも回答していません：${message}`,
  },
};

/** States of cells as a table of a grid names them. */
type NamedState =
  | 'waiting'
  | 'verified'
  | 'computed'
  | 'unjudged'
  | 'altered'
  | 'unsupported'
  | 'not_found'
  | 'edited'
  | 'failed';

/** Words of a grid that is written as a file. */
interface GridFileTexts {
  file: string;
  unit: string;
  state: string;
  source: string;
  sources: string;
  question: string;
  value: string;
  answer: string;
  place: string;
  quote: string;
  reason: string;
  editedBy: (name: string) => string;
  states: Record<NamedState, string>;
}

/** The same by the language of the engagement. */
export const gridFileTexts: Record<Language, GridFileTexts> = {
  en: {
    sources: 'Sources',
    question: 'Question',
    value: 'Value',
    answer: 'Answer',
    place: 'Place',
    quote: 'Words of the file',
    reason: 'Reason',
    file: 'File',
    unit: 'Unit',
    state: 'State',
    source: 'Source',
    editedBy: (name) => `Written by ${name}`,
    states: {
      waiting: 'Not answered yet',
      verified: 'Verified',
      computed: 'Computed',
      unjudged: 'Not judged',
      altered: 'Altered',
      unsupported: 'Unsupported',
      not_found: 'Not found',
      edited: 'Edited',
      failed: 'Failed',
    },
  },
  de: {
    sources: 'Quellen',
    question: 'Frage',
    value: 'Wert',
    answer: 'Antwort',
    place: 'Stelle',
    quote: 'Worte der Datei',
    reason: 'Grund',
    file: 'Datei',
    unit: 'Einheit',
    state: 'Stand',
    source: 'Quelle',
    editedBy: (name) => `Geschrieben von ${name}`,
    states: {
      waiting: 'Noch offen',
      verified: 'Belegt',
      computed: 'Berechnet',
      unjudged: 'Nicht beurteilt',
      altered: 'Verändert',
      unsupported: 'Nicht gestützt',
      not_found: 'Nicht gefunden',
      edited: 'Bearbeitet',
      failed: 'Fehlgeschlagen',
    },
  },
  fr: {
    sources: 'Sources',
    question: 'Question',
    value: 'Valeur',
    answer: 'Réponse',
    place: 'Endroit',
    quote: 'Mots du fichier',
    reason: 'Motif',
    file: 'Fichier',
    unit: 'Unité',
    state: 'État',
    source: 'Source',
    editedBy: (name) => `Écrit par ${name}`,
    states: {
      waiting: 'Sans réponse encore',
      verified: 'Vérifié',
      computed: 'Calculé',
      unjudged: 'Non jugé',
      altered: 'Altéré',
      unsupported: 'Non étayé',
      not_found: 'Introuvable',
      edited: 'Modifié',
      failed: 'Échec',
    },
  },
  es: {
    sources: 'Fuentes',
    question: 'Pregunta',
    value: 'Valor',
    answer: 'Respuesta',
    place: 'Lugar',
    quote: 'Palabras del archivo',
    reason: 'Motivo',
    file: 'Archivo',
    unit: 'Unidad',
    state: 'Estado',
    source: 'Fuente',
    editedBy: (name) => `Escrito por ${name}`,
    states: {
      waiting: 'Sin respuesta aún',
      verified: 'Verificado',
      computed: 'Calculado',
      unjudged: 'Sin juzgar',
      altered: 'Alterado',
      unsupported: 'Sin respaldo',
      not_found: 'No encontrado',
      edited: 'Editado',
      failed: 'Fallido',
    },
  },
  ja: {
    sources: '出典一覧',
    question: '質問',
    value: '値',
    answer: '回答',
    place: '箇所',
    quote: 'ファイルの文言',
    reason: '理由',
    file: 'ファイル',
    unit: '単位',
    state: '状態',
    source: '出典',
    editedBy: (name) => `${name}が記入`,
    states: {
      waiting: '未回答',
      verified: '検証済み',
      computed: '計算済み',
      unjudged: '未判定',
      altered: '改変あり',
      unsupported: '裏付けなし',
      not_found: '該当なし',
      edited: '編集済み',
      failed: '失敗',
    },
  },
};
