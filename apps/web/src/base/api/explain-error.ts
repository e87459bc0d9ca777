import { ApiError, ConnectionError } from '@ecp/sdk/api-error';
import { isApiError } from '@ecp/sdk/create-client';
import { shownLanguage } from '../language/language.ts';
import { errorTexts } from '../texts/common.ts';
import { describeRefusal } from './describe-refusal.ts';

interface Explanation {
  title: string;
  advice: string;
  /** Identifies the request in the service's logs; null without a response. */
  requestId: string | null;
  /** The way out of the error; a button for it appears beside the explanation. */
  remedy: 'retry' | 'reload' | 'sign-in' | 'upgrade' | 'leave';
}

export function explainError(error: unknown): Explanation {
  if (error instanceof ConnectionError) {
    const texts = error.code === 'timed_out' ? errorTexts.timeout : errorTexts.connection;
    return { ...texts, requestId: null, remedy: 'retry' };
  }
  if (error instanceof ApiError) return { ...explainRefusal(error), requestId: error.requestId };
  const rest = isMissingCode(error) ? errorTexts.missingCode : errorTexts.unknown;
  return { ...rest, requestId: null, remedy: 'reload' };
}

const isMissingCode = (error: unknown) =>
  error instanceof TypeError &&
  // biome-ignore lint/plugin: only the message distinguishes this TypeError from others
  /dynamically imported module|importing a module script/i.test(error.message);

function explainRefusal(error: ApiError): Omit<Explanation, 'requestId'> {
  const { status, code } = error;
  const message = describeRefusal(error);
  if (code === 'subscription_required' || code === 'engagement_limit_reached') {
    return { title: message, advice: errorTexts.subscription.advice, remedy: 'upgrade' };
  }
  if (code === 'second_factor_required' || code === 'step_up_required') {
    return { title: message, advice: errorTexts.proof, remedy: 'retry' };
  }
  if (code === 'authentication_required') return { ...errorTexts.signedOut, remedy: 'sign-in' };
  if (code === 'invalid_credentials')
    return { title: message, advice: errorTexts.invalid, remedy: 'retry' };
  if (code === 'budget_exhausted')
    return { title: message, advice: errorTexts.budget, remedy: 'retry' };
  if (code === 'tenant_spend_limit')
    return { title: message, advice: errorTexts.dayLimit, remedy: 'retry' };
  if (code === 'invalid_token') return { ...errorTexts.spentLink, remedy: 'retry' };
  if (code === 'sso_required')
    return { title: message, advice: errorTexts.ssoRequired, remedy: 'sign-in' };
  if (code === 'sso_unavailable')
    return { title: message, advice: errorTexts.ssoUnavailable, remedy: 'retry' };
  if (status === 403) return { ...errorTexts.forbidden, remedy: 'leave' };
  if (status === 404) return { ...errorTexts.notFound, remedy: 'leave' };
  if (status === 429)
    return { title: errorTexts.rateLimited.title, advice: message, remedy: 'retry' };
  if (status === 409) return { title: message, advice: errorTexts.conflict, remedy: 'retry' };
  if (status === 502) return { title: message, advice: errorTexts.engine, remedy: 'retry' };
  if (status === 503) return { title: message, advice: errorTexts.unavailable, remedy: 'retry' };
  if (status >= 500) return { ...errorTexts.server, remedy: 'retry' };
  return { title: message, advice: describeDetails(error), remedy: 'retry' };
}

/**
 * The details are English sentences about a schema. Forms check their fields before, so people
 * seldom see them.
 */
const describeDetails = ({ details }: ApiError) =>
  details.length === 0 || shownLanguage() !== 'en'
    ? errorTexts.invalid
    : details
        .map(({ path, message }) => [path.slice(1), message].filter(Boolean).join(' '))
        .join('; ');

/**
 * Says why the service refused a field; undefined if it did not.
 * @param translated the sentence in other languages than English
 */
export function fieldError(error: unknown, field: string, translated?: string): string | undefined {
  if (!isApiError(error)) return undefined;
  const detail = error.details.find(({ path }) => path === `/${field}`);
  return detail && shownLanguage() !== 'en'
    ? (translated ?? errorTexts.invalidField)
    : detail?.message;
}

/** Returns the error that a form shows at its end: null if its fields already say all of it. */
export function errorBesides(fields: readonly string[], error: unknown): unknown {
  const isAtFields = isApiError(error) && error.details.length > 0;
  return isAtFields && error.details.every(({ path }) => fields.includes(path.slice(1)))
    ? null
    : error;
}
