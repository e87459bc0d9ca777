/** The languages of the engine's own words. A brief in another language gets English ones. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];
