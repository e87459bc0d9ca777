/** The languages that the engine writes its own words in. A brief in another language gets English ones. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof languages)[number];
