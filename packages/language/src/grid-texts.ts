import type { Language } from './language.ts';

/** Reasons that stand in the cells of a grid. */
export interface GridTexts {
  notOfType: Record<'number' | 'date' | 'boolean', string>;
  noQuote: string;
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
    notFoundInPart: 'ファイルの読み取った部分には記載がありません。',
    noText: 'ファイルには読み取れる文章がありません。',
    notRead: 'ファイルはまだ読み取られていません。',
    noAnswer: (message) => `どのモデルも回答していません：${message}`,
  },
};
