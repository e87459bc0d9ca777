import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { fenceAfter } from '../../agents/prompts/fenced-text.ts';

/** Removes from a model's text what Postgres cannot store: U+0000 is deleted, a lone surrogate becomes U+FFFD. */
export function sanitizeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Applies `clean` to every text of a structured answer, including its keys. The shape stays the same. */
export function sanitizeAnswer(value: unknown, clean: (text: string) => string = sanitizeText): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => sanitizeAnswer(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), sanitizeAnswer(item, clean)]));
}

const opening = /^\s*<(think|thinking|thought|thoughts|reasoning)>/i;
const closing = /<\/(?:think|thinking|thought|thoughts|reasoning)>/i;

/**
 * Removes the thoughts that a reasoning model writes before its answer, as `<think>…</think>`. Some servers leave out
 * the opening tag, because their template has written it. Thoughts that do not end are the whole text.
 */
export function stripThoughts(text: string): string {
  let answer = text;
  for (let block = opening.exec(answer); block !== null; block = opening.exec(answer)) {
    const end = closing.exec(answer);
    if (end === null) return '';
    answer = answer.slice(end.index + end[0].length);
  }
  const end = closing.exec(answer);
  // A document may name the tag further down. A template's closing tag stands before any heading.
  const isTemplate = end !== null && !/^(#|\{|```)/m.test(answer.slice(0, end.index));
  return isTemplate ? answer.slice(end.index + end[0].length).trimStart() : answer.trimStart();
}

/** The last line of a truncated document, for its readers. */
export const truncationNotes: Record<Language, string> = {
  en: "> This document was cut at the model's output limit; run the task again with a narrower description.",
  de: '> Dieses Dokument bricht an der Ausgabegrenze des Modells ab. Bitte starten Sie die Aufgabe mit einer engeren Beschreibung neu.',
  fr: '> Ce document s’interrompt à la limite de sortie du modèle ; veuillez relancer la tâche avec une description plus restreinte.',
  es: '> Este documento se interrumpe en el límite de salida del modelo; vuelva a ejecutar la tarea con una descripción más acotada.',
  ja: '> この文書はモデルの出力上限で途切れています。説明を絞り込んで、タスクを再実行してください。',
};

const truncationIssues: Record<Language, string> = {
  en: "The draft was cut at the model's output limit: write a shorter document that is complete.",
  de: 'Der Entwurf bricht an der Ausgabegrenze des Modells ab: Schreiben Sie ein kürzeres, vollständiges Dokument.',
  fr: 'Le projet s’interrompt à la limite de sortie du modèle : rédigez un document plus court et complet.',
  es: 'El borrador se interrumpe en el límite de salida del modelo: redacte un documento más corto y completo.',
  ja: '原稿がモデルの出力上限で途切れています。より短く、完結した文書を書いてください。',
};

/** Returns the issue that the revision of a truncated draft must resolve, in the draft's language. */
export const truncationIssueOf = ({ content }: WrittenText): string => truncationIssues[detectLanguage(content)];

/** A text that a model wrote. */
export interface WrittenText {
  content: string;
  /** True if the text stopped at the output limit, so that its end is missing. */
  cut: boolean;
}

/**
 * Returns the text for its readers. A truncated text ends with the note in its own language, after closing a code block
 * that was open.
 */
export function withTruncationNote({ content, cut }: WrittenText): string {
  if (!cut) return content;
  const kept = content.trimEnd();
  const fence = kept.split('\n').reduce(fenceAfter, null);
  return `${kept}\n${fence === null ? '' : `${fence}\n`}\n${truncationNotes[detectLanguage(content)]}\n`;
}
