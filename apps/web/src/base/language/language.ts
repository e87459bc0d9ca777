import { type PageLanguage, pageLanguages } from '@ecp/contract/values/page-languages';
import type { IntlMessageFormat } from 'intl-messageformat';
import { useEffect, useSyncExternalStore } from 'react';

/** A message as the build compiles it: plain text, or the parts of an ICU message. */
export type Message = string | ReturnType<IntlMessageFormat['getAst']>;

/** The translations of a part of the app by the ids of their messages. */
type Catalogue = Readonly<Record<string, Message>>;
/** Loads a catalogue, by the part of the app. */
export type CatalogueLoaders = Readonly<Record<string, () => Promise<{ default: Catalogue }>>>;

/** Where the choice of the person who was last signed in stays for pages without a session. */
const key = 'language';
/** The region whose forms of dates and numbers a page takes if the browser names none. */
const ownRegions: Partial<Record<PageLanguage, string>> = { en: 'en-US' };

const browserLanguages = (): readonly string[] =>
  typeof document === 'undefined' ? [] : navigator.languages;
const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

let loaders: Partial<Record<PageLanguage, CatalogueLoaders>> = {};
const parts = new Set(['base']);
const loaded = new Map<string, Promise<void>>();
const messages: Partial<Record<PageLanguage, Catalogue>> = {};

let chosen: PageLanguage | null = null;
/** The language of a page for clients, which is the one of the engagement. */
let given: { language: PageLanguage | null; path: string } | null = null;
let shown: PageLanguage = 'en';
let locale = localeOf('en');
const listeners = new Set<() => void>();

/**
 * Returns the forms of dates and numbers for a language: those of the browser's region, where it
 * has this language.
 */
function localeOf(language: PageLanguage): string {
  return (
    browserLanguages().find((tag) => baseOf(tag) === language) ?? ownRegions[language] ?? language
  );
}

/** The languages in which the pages can be read. */
export const offeredLanguages = (): PageLanguage[] =>
  pageLanguages.filter((language) => language === 'en' || loaders[language]);

const isOffered = (tag: string | null | undefined): tag is PageLanguage =>
  offeredLanguages().some((language) => language === tag);

/** Returns the first of the browser's languages in which the pages can be read. */
export const browserLanguage = (): PageLanguage =>
  browserLanguages().map(baseOf).find(isOffered) ?? 'en';

function wanted(): PageLanguage {
  const ofPage = given?.path === location.pathname ? given.language : null;
  return [ofPage, chosen].find(isOffered) ?? browserLanguage();
}

/**
 * Shows the pages in the language of the last choice in this browser, else in one of the browser.
 */
export async function startLanguage(
  catalogues: Partial<Record<PageLanguage, CatalogueLoaders>>,
): Promise<void> {
  loaders = catalogues;
  loaded.clear();
  chosen = (localStorage.getItem(key) as PageLanguage | null) ?? null;
  await show();
}

/** Shows the pages in a language from now on; null follows the browser. */
export async function chooseLanguage(language: PageLanguage | null): Promise<void> {
  chosen = language;
  if (language === null) localStorage.removeItem(key);
  else localStorage.setItem(key, language);
  await show();
}

/** Shows this page in the language of what it is about; null leaves the choice to the reader. */
export function useLanguageOf(language: PageLanguage | null): void {
  useEffect(() => {
    given = { language, path: location.pathname };
    void show();
  }, [language]);
}

async function show(): Promise<void> {
  const language = wanted();
  await Promise.all([...parts].map((part) => load(language, part)));
  if (language !== wanted() || (language === shown && document.documentElement.lang === language))
    return;
  shown = language;
  locale = localeOf(language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/**
 * Loads a catalogue once. Without a connection its messages stay English, and the next attempt
 * loads it again.
 */
function load(language: PageLanguage, part: string): Promise<void> {
  const name = `${language}/${part}`;
  const fetchCatalogue = loaders[language]?.[part];
  if (!fetchCatalogue) return Promise.resolve();
  const coming =
    loaded.get(name) ??
    fetchCatalogue().then(
      (module) => {
        messages[language] = { ...messages[language], ...module.default };
      },
      () => void loaded.delete(name),
    );
  loaded.set(name, coming);
  return coming;
}

/**
 * Returns a module as soon as the messages of its parts are loaded, too. The build adds it to every
 * `import()`.
 */
export async function withCatalogues<T>(names: readonly string[], module: Promise<T>): Promise<T> {
  for (const name of names) parts.add(name);
  const [imported] = await Promise.all([module, ...names.map((name) => load(wanted(), name))]);
  return imported;
}

const english: Catalogue = {};

/** Returns the translations into the language of the page: another object whenever they change. */
export const shownCatalogue = (): Catalogue => messages[shown] ?? english;

/** Calls `act` whenever the pages change their language. */
export function onLanguageChange(act: () => void): () => void {
  listeners.add(act);
  return () => listeners.delete(act);
}

/** The locale of dates, numbers, lists and plurals. */
export const shownLocale = (): string => locale;

/** The language in which the pages are shown. */
export const shownLanguage = (): PageLanguage => shown;

/** The language in which the pages are shown, as state of a component. */
export const useShownLanguage = (): PageLanguage =>
  useSyncExternalStore(onLanguageChange, () => shown);

/** Makes a formatter once for each locale. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | undefined;
  return () => {
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}
