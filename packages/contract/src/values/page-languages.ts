/** The languages of the pages. */
export const pageLanguages = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type PageLanguage = (typeof pageLanguages)[number];
