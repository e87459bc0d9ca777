/** The page's title, author and date in JSON-LD. */
interface LinkedFacts {
  title?: string;
  author?: string;
  publishedOn?: string;
}

const types = /(article|posting|report|webpage|creativework|dataset|publication)$/i;
const maxScripts = 10;
const maxScriptLength = 200_000;
const maxThings = 200;

/** Reads the first article, report or page of a page's JSON-LD scripts. Invalid scripts count as absent. */
export function readLinkedData(scripts: readonly string[]): LinkedFacts {
  for (const script of scripts.slice(0, maxScripts)) {
    if (script.length > maxScriptLength) continue;
    const things = listThings(parse(script));
    const found = things.find((thing) => typesOf(thing).some((type) => types.test(type)));
    if (found) return factsOf(found);
  }
  return {};
}

type Thing = Record<string, unknown>;
const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(script: string): unknown {
  try {
    return JSON.parse(script);
  } catch {
    return null;
  }
}

function listThings(value: unknown): Thing[] {
  const all = (Array.isArray(value) ? value : [value]).filter(isThing);
  return all.flatMap((thing) => [thing, ...listGraph(thing)]).slice(0, maxThings);
}

function listGraph(thing: Thing): Thing[] {
  const graph = thing['@graph'];
  return Array.isArray(graph) ? graph.filter(isThing) : [];
}

function typesOf(thing: Thing): string[] {
  return [thing['@type']].flat().filter((type) => typeof type === 'string');
}

function factsOf(thing: Thing): LinkedFacts {
  const title = textOf(thing['headline']) ?? textOf(thing['name']);
  const author = namesOf(thing['author']);
  const publishedOn = textOf(thing['datePublished']);
  return {
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
    ...(publishedOn === undefined ? {} : { publishedOn }),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Joins the names of the authors: texts, or things with a name. */
function namesOf(value: unknown): string | undefined {
  const names = [value].flat().map((one) => textOf(isThing(one) ? one['name'] : one));
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? undefined : known.slice(0, 10).join(', ');
}
