import type { FormEvent } from 'react';

/** Prevents the native submit, and reads the named texts of the form. */
export function readForm<const K extends string>(event: FormEvent<HTMLFormElement>, ...names: K[]): Record<K, string> {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) as Record<K, string>;
}
