import type { FailureReason } from '@ecp/contract/values/run-facts';
import { formatsOf } from '@ecp/language/formats';
import type { Language } from '@ecp/language/language';
import { fillMessage, type MessageValues } from '@ecp/language/messages';
import de from './texts/de.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import ja from './texts/ja.json' with { type: 'json' };

/**
 * An English text of the mails, an ICU message. The other languages have their translations by it.
 */
export type MailMessage = keyof typeof de;

/** The translations of every message by language. */
export const mailTranslations: Record<Exclude<Language, 'en'>, Record<MailMessage, string>> = {
  de,
  fr,
  es,
  ja,
};

/** Writes in the language of a mail's reader. */
export interface MailWords {
  language: Language;
  say: (message: MailMessage, values?: MessageValues) => string;
  /** A point in time in ISO 8601, to the minute, in UTC. */
  time: (iso: string) => string;
}

/** Returns the words of a language; a reader who has chosen none gets English. */
export function wordsIn(language: Language | null): MailWords {
  const chosen = language ?? 'en';
  const translations = chosen === 'en' ? null : mailTranslations[chosen];
  return {
    language: chosen,
    say: (message, values) => fillMessage(chosen, translations?.[message] ?? message, values),
    time: (iso) => formatsOf(chosen).minute(Date.parse(iso)),
  };
}

const failures: Record<FailureReason, MailMessage> = {
  stopped: 'Somebody stopped it.',
  budget_exhausted: 'Its budget is used up.',
  tenant_spend_limit: 'The workspace has spent what a day allows.',
  tasks_failed: 'Some tasks did not complete.',
  planning_failed: 'It could not be planned.',
  task_missing: 'Its task no longer exists.',
  start_failed: 'It could not start.',
  engine_lost: 'The service lost it.',
  text_too_complex: 'A text is too complex to be read.',
  processes_lost: 'It stopped the service twice.',
  internal_error: 'There was an internal error.',
};

/**
 * Why a run failed: `error` is English, so that other languages have a sentence for the reason;
 * null if unknown.
 */
export function describeFailure(
  { reason, error }: { reason: FailureReason | null; error: string | null },
  { language, say }: MailWords,
): string | null {
  if (language === 'en') return error;
  return reason && say(failures[reason]);
}
