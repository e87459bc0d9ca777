import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const script = 'document.forms[0].submit()';
const scriptHash = createHash('sha256').update(script).digest('base64');

const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * The label of the button that a browser without scripts shows. The first language counts where
 * none is accepted.
 */
const labels = {
  en: 'Continue signing in',
  de: 'Anmeldung fortsetzen',
  fr: 'Poursuivre la connexion',
  es: 'Continuar el inicio de sesión',
  ja: 'サインインを続ける',
} as const;

type PageLanguage = keyof typeof labels;
const languages = Object.keys(labels) as PageLanguage[];

/**
 * Returns the first language of the header that there is. Browsers name languages in the order of
 * preference.
 */
function chooseLanguage(acceptLanguage = ''): PageLanguage {
  const accepted = acceptLanguage
    .split(',', 20)
    .map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return (
    accepted.map((code) => languages.find((language) => language === code)).find(Boolean) ?? 'en'
  );
}

/** The form of a provider, which goes once more to `action`. */
interface PassedForm {
  action: string;
  /** `SAMLResponse` in base64. */
  encoded: string;
}

/**
 * Sends a page that posts a provider's form once more. A browser does not bring the cookie that
 * binds a sign-in with a form of another site, over http never and over https not reliably. With
 * the form of this page it does, because the page is ours. It only passes on: a form in another
 * browser finds no cookie the second time either.
 */
export function sendPassingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { action, encoded }: PassedForm,
): FastifyReply {
  const language = chooseLanguage(request.headers['accept-language']);
  const page = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${labels[language]}</title></head>
<body>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="SAMLResponse" value="${escapeHtml(encoded)}">
<input type="hidden" name="passedOn" value="1">
<noscript><button>${labels[language]}</button></noscript>
</form>
<script>${script}</script>
</body>
</html>
`;
  return reply
    .code(200)
    .headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
