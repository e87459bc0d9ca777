import type { ApiError } from '@ecp/sdk/api-error';
import { onLanguageChange, shownLanguage } from '../language/language.ts';
import type { tellRefusal } from './refusal-texts.ts';

let tell: typeof tellRefusal = () => undefined;

// English pages do not need them, so they are no part of what a page loads first.
onLanguageChange(() => {
  if (shownLanguage() === 'en') return;
  import('./refusal-texts.ts').then(
    (texts) => {
      tell = texts.tellRefusal;
    },
    // The sentence of the service stands instead.
    () => undefined,
  );
});

/** Says why the service refused: in English in its own words, else by the code and the values. */
export const describeRefusal = (error: ApiError): string =>
  shownLanguage() === 'en' ? error.message : (tell(error) ?? error.message);
