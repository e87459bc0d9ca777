/** Removes the configured secrets from a text. */
export type Redact = (text: string) => string;

/**
 * Servers without a real key are configured with words like `none` or `ollama`, whose removal would
 * harm texts.
 */
const leastLength = 8;
/**
 * So many characters at the beginning or the end of a longer secret give it away; a message may
 * have been cut in it.
 */
const tellingLength = 16;
const replacement = '[redacted]';

/**
 * Makes the function that removes secrets from texts: as they are, in JSON or an address, in base64
 * at any place of a longer text, in hexadecimal digits, and where only the beginning or the end is
 * left of them. The secret of an address is its password. Settings of fewer than eight characters
 * are not secrets. Takes time linear in the text.
 */
export function createRedactor(settings: readonly (string | undefined)[]): Redact {
  const secrets = settings.flatMap((setting) => (setting === undefined ? [] : secretsIn(setting)));
  const spellings = [
    ...new Set(secrets.filter(({ length }) => length >= leastLength).flatMap(spellingsOf)),
  ];
  if (spellings.length === 0) return (text) => text;
  const byEdge = new Map<string, Edges>();
  for (const spelling of spellings) {
    edgesOf(byEdge, spelling.slice(0, tellingLength)).begins.push(spelling);
    edgesOf(byEdge, spelling.slice(-tellingLength)).ends.push(spelling);
  }
  // A secret may contain another one.
  const edges = [...byEdge.keys()]
    .sort((a, b) => b.length - a.length)
    .map((edge) => RegExp.escape(edge));
  const anyEdge = new RegExp(edges.join('|'), 'g');
  return (text) => {
    let shown = '';
    let from = 0;
    for (const { 0: edge, index } of text.matchAll(anyEdge)) {
      if (index + edge.length <= from) continue;
      const { begins, ends } = edgesOf(byEdge, edge);
      const start = Math.min(
        index,
        ...ends.map(
          (spelling) => index + edge.length - sharedEnd(text, spelling, index + edge.length),
        ),
      );
      const end = Math.max(
        index + edge.length,
        ...begins.map((spelling) => index + sharedBeginning(text, spelling, index)),
      );
      shown += text.slice(from, Math.max(from, start)) + replacement;
      from = end;
    }
    return from === 0 ? text : shown + text.slice(from);
  };
}

/** The spellings that begin or end with a text. */
interface Edges {
  begins: string[];
  ends: string[];
}

function edgesOf(byEdge: Map<string, Edges>, edge: string): Edges {
  const known = byEdge.get(edge) ?? { begins: [], ends: [] };
  byEdge.set(edge, known);
  return known;
}

/** Returns how many characters of a spelling stand at a place of a text. */
function sharedBeginning(text: string, spelling: string, at: number): number {
  let length = 0;
  while (length < spelling.length && text[at + length] === spelling[length]) length += 1;
  return length;
}

/** Returns how many of the last characters of a spelling stand before a place of a text. */
function sharedEnd(text: string, spelling: string, before: number): number {
  let length = 0;
  while (length < spelling.length && text[before - 1 - length] === spelling.at(-1 - length))
    length += 1;
  return length;
}

function spellingsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const encoded = encodeURIComponent(secret);
  const lowerCase = encoded.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());
  const hex = Buffer.from(secret).toString('hex');
  const coded = [0, 1, 2].flatMap((shift) => base64Within(secret, shift));
  return [
    secret,
    escaped,
    encoded,
    lowerCase,
    encoded.replaceAll('%20', '+'),
    hex,
    hex.toUpperCase(),
    ...coded,
  ];
}

/**
 * Returns the digits of base64, in both alphabets, that a secret has when `shift` bytes stand
 * before it.
 */
function base64Within(secret: string, shift: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
  const [first, end] = [Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6)];
  return [
    bytes.toString('base64').slice(first, end),
    bytes.toString('base64url').slice(first, end),
  ];
}

function secretsIn(setting: string): string[] {
  const { password } = URL.parse(setting) ?? {};
  if (password === undefined || password === '') return setting.includes('://') ? [] : [setting];
  return [password, decodeURIComponent(password)];
}
