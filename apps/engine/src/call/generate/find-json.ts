/** Most places of a text where a JSON value is looked for. */
const maxPlaces = 50;

/**
 * Finds the JSON values in a model's answer, in their order: the whole text, values in code fences, and values between
 * prose. Reads the text once for each place where a value may begin, and at most 50 places.
 */
export function findJson(text: string): unknown[] {
  const whole = parse(text.trim());
  if (whole !== undefined) return [whole.value];
  const found: unknown[] = [];
  let from = 0;
  for (let place = 0; place < maxPlaces; place += 1) {
    const start = nextStart(text, from);
    if (start < 0) break;
    const end = endOfValue(text, start);
    const value = end < 0 ? undefined : parse(text.slice(start, end));
    if (value === undefined) from = start + 1;
    else {
      found.push(value.value);
      from = end;
    }
  }
  return found;
}

function nextStart(text: string, from: number): number {
  const places = [text.indexOf('{', from), text.indexOf('[', from)].filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

/** Returns the index behind the object or array that begins at `start`, or -1 if it does not end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Parses a JSON value in an object, because null is a value, too. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
