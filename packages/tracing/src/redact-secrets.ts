/** Removes the configured secrets from a text. */
export type Redact = (text: string) => string;

/** Servers without a real key are configured with words like `none` or `ollama`, whose removal would harm texts. */
const leastLength = 8;
const replacement = '[redacted]';

/**
 * Makes the function that removes secrets from texts in any spelling of JSON or an address (SET-14). The secret of
 * an address is its password. Settings of fewer than eight characters are not secrets.
 */
export function createRedactor(settings: readonly (string | undefined)[]): Redact {
  const secrets = settings.flatMap((setting) => (setting === undefined ? [] : secretsIn(setting)));
  const spellings = secrets
    .filter((secret) => secret.length >= leastLength)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  // A secret may contain another one.
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((shown, spelling) => shown.replaceAll(spelling, replacement), text);
}

function secretsIn(setting: string): string[] {
  const { password } = URL.parse(setting) ?? {};
  if (password === undefined || password === '') return setting.includes('://') ? [] : [setting];
  return [password, decodeURIComponent(password)];
}
