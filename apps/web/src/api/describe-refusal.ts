import type { ApiError } from '@ecp/sdk/api-error';
import { onLanguageChange, shownLanguage } from '../language/language.ts';

let refusals: Readonly<Partial<Record<ApiError['code'], string>>> = {};

// English pages do not need them, so they are no part of what a page loads first.
onLanguageChange(() => {
  if (shownLanguage() === 'en') return;
  import('./refusal-texts.ts').then(
    (texts) => {
      ({ refusals } = texts);
    },
    // The sentence of the service stands instead.
    () => undefined,
  );
});

/** Says why the service refused: in English in its own words, which have the numbers, else by the code. */
export const describeRefusal = ({ code, message }: ApiError): string =>
  shownLanguage() === 'en' ? message : (refusals[code] ?? message);
