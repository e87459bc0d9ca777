/** Takes the configured secrets out of a text. */
export type Redact = (text: string) => string;

/** Servers that need no key are given one like `none` or `ollama`: taking such words out would harm texts. */
const leastLength = 8;
const replacement = '[redacted]';

/**
 * Makes the function that takes secrets out of texts, however JSON or an address spells them (contract, 7). Of a setting
 * that is an address, its password is the secret; settings of fewer than eight characters are not.
 */
export function createRedactor(settings: readonly (string | undefined)[]): Redact {
  const secrets = settings.flatMap((setting) => (setting === undefined ? [] : secretsIn(setting)));
  const spellings = secrets
    .filter((secret) => secret.length >= leastLength)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  // A secret may hold another one.
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((shown, spelling) => shown.replaceAll(spelling, replacement), text);
}

function secretsIn(setting: string): string[] {
  const { password } = URL.parse(setting) ?? {};
  if (password === undefined || password === '') return setting.includes('://') ? [] : [setting];
  return [password, decodeURIComponent(password)];
}
