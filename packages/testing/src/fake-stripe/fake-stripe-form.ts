/** A form in Stripe's nesting: texts, lists and records of them. */
export interface Form {
  [name: string]: FormValue;
}
type FormValue = string | Form | FormValue[];

/** Reads Stripe's form encoding: `a[b]=1` is a record, `a[0][b]=1` a list of records. */
export function parseForm(fields: URLSearchParams): Form {
  const root: Form = {};
  for (const [name, value] of fields) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let place = root;
    for (const step of path.slice(0, -1)) {
      const next = (place[step] ?? {}) as Form;
      place[step] = next;
      place = next;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, toLists(value)]));
}

/** Records whose names are 0, 1, 2 … are lists. */
function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, toLists(item)] as const);
  if (entries.length > 0 && entries.every(([name], at) => name === String(at))) return entries.map(([, item]) => item);
  return Object.fromEntries(entries);
}
